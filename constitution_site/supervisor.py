"""Several web processes behind one listening socket: the parent that starts, watches and replaces them.

The law: the parent holds the socket for as long as it lives, so that no visitor is turned away while a child
is replaced, and does nothing else: no database, no Redis. A child that died is started again after a pause
that doubles; one that dies `TRIES` times without having lived a while ends everything with 1. A child notices
by the end of its line (a socket pair) that the parent is gone, and drains.

SIGTERM and SIGINT drain the children one by one (a second one: all at once), SIGHUP replaces them one by one,
each when its successor serves.
"""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass

import structlog
from django.conf import settings

log = structlog.get_logger()
TRIES = 5
PAUSE = 0.5  # seconds before the first new start; doubles
LIVED = 30.0  # seconds after which a death counts as the first one again
READY_WITHIN = 60.0
DRAINED_WITHIN = 15.0
TICK = 0.1


@dataclass
class Child:
    """One place among the processes, and who holds it now."""

    number: int
    process: subprocess.Popen[bytes] | None = None
    line: socket.socket | None = None
    started: float = 0.0
    deaths: int = 0
    not_before: float = 0.0
    is_ready: bool = False


class Supervisor:
    """The parent of `processes` web processes."""

    def __init__(self, *, host: str, port: int, processes: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family, backlog=1024)
        self._listener.set_inheritable(True)
        self._children = [Child(number) for number in range(processes)]
        self._stops = 0
        self._wants_reload = False

    def run(self) -> int:
        """Serve until a signal; gives the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask_to_stop)
        signal.signal(signal.SIGHUP, self._ask_to_reload)
        while not self._stops:
            for child in self._children:
                self._look_after(child)
                if child.deaths >= TRIES:
                    log.error("gave_up", process=child.number, deaths=child.deaths)
                    self._stop_all()
                    return 1
            if self._wants_reload:
                self._wants_reload = False
                self._reload()
            time.sleep(TICK)
        return self._stop_all()

    def _ask_to_stop(self, *_signal: object) -> None:
        self._stops += 1
        if self._stops > 1:  # all at once
            for child in self._children:
                if child.process is not None:
                    child.process.terminate()

    def _ask_to_reload(self, *_signal: object) -> None:
        self._wants_reload = True

    def _look_after(self, child: Child) -> None:
        if child.process is None:
            if time.monotonic() >= child.not_before:
                self._start(child)
        elif (code := child.process.poll()) is not None:
            lived = time.monotonic() - child.started
            child.deaths = 1 if lived >= LIVED else child.deaths + 1
            pause = PAUSE * 2 ** (child.deaths - 1)
            log.error("process_died", process=child.number, pid=child.process.pid, code=code, again_in=pause)
            self._forget(child)
            child.not_before = time.monotonic() + pause
        elif not child.is_ready and child.line is not None:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                child.is_ready = bool(child.line.recv(1))

    def _start(self, child: Child) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        number = f"{self._listener.fileno()},{theirs.fileno()},{child.number}"
        child.process = subprocess.Popen(  # noqa: S603
            [sys.executable, settings.BASE_DIR / "manage.py", "serve", "--as-child", number],
            pass_fds=(self._listener.fileno(), theirs.fileno()),
            # A Ctrl-C of the terminal is the parent's to hand on, one by one.
            start_new_session=True,
        )
        theirs.close()
        child.line, child.started, child.is_ready = ours, time.monotonic(), False
        log.info("process_started", process=child.number, pid=child.process.pid)

    def _reload(self) -> None:
        for child in self._children:
            old = Child(child.number, child.process, child.line)
            self._start(child)
            deadline = time.monotonic() + READY_WITHIN
            while child.process and not child.is_ready and not self._stops and time.monotonic() < deadline:
                time.sleep(TICK)
                self._look_after(child)
            if not child.is_ready:
                log.error("reload_failed", process=child.number)
                self._end(child)
                child.process, child.line, child.is_ready, child.deaths = old.process, old.line, True, 0
                return
            self._end(old)

    def _stop_all(self) -> int:
        codes = [self._end(child) for child in self._children]
        self._listener.close()
        return int(any(codes))

    def _end(self, child: Child) -> int:
        """Let a child drain; gives its exit code."""
        if child.process is None:
            return 0
        child.process.terminate()
        try:
            code = child.process.wait(DRAINED_WITHIN)
        except subprocess.TimeoutExpired:
            log.error("process_killed", process=child.number, pid=child.process.pid)
            child.process.kill()
            code = child.process.wait()
        if code == -signal.SIGTERM and not child.is_ready:
            code = 0  # it had not yet learnt to drain, and had nobody to send away
        self._forget(child)
        return code

    def _forget(self, child: Child) -> None:
        if child.line is not None:
            child.line.close()
        child.process, child.line, child.is_ready = None, None, False
