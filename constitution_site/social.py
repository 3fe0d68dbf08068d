"""Signing in by another site (OpenID Connect); loaded only where SOCIAL_LOGIN names one."""

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.http import HttpRequest

from games.players.models import User


class SocialAdapter(DefaultSocialAccountAdapter):
    """Takes the address and nothing else of what the other site tells: no name, no picture."""

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        """Give the account to be; the answer of the other site is cut down here, before it is stored."""
        user: User = sociallogin.user
        user.email = data.get("email") or ""
        sociallogin.account.extra_data = {"email": user.email}
        return user
