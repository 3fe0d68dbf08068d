"""The site: settings, addresses, server, commands."""
