"""What an account keeps to itself: whether an address has one, and the secrets of its second factors."""

from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.core import mail
from django.test import Client

from games.players.hashers import TunedArgon2
from games.players.models import User
from tests.players.ground import ADDRESS, PASSWORD

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def hashed(user: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the list that grows with every password hashed."""
    settings.PASSWORD_HASHERS = ["games.players.hashers.TunedArgon2"]
    user.set_password(PASSWORD)
    user.save()
    passwords: list[str] = []

    def count(deed: Any) -> Any:
        def counting(self: Any, password: str, *rest: Any) -> Any:
            passwords.append(password)
            return deed(self, password, *rest)

        return counting

    for deed in ("encode", "verify"):
        monkeypatch.setattr(TunedArgon2, deed, count(getattr(TunedArgon2, deed)))
    return passwords


@pytest.mark.parametrize("email", [ADDRESS, "new@example.org"])
def test_signing_up_hashes_one_password_whether_the_address_has_an_account_or_not(
    hashed: list[str], email: str
) -> None:
    answer = Client().post("/account/signup/", {"email": email, "password1": PASSWORD})
    assert answer.status_code == 302
    assert hashed == [PASSWORD]


@pytest.mark.parametrize("login", [ADDRESS, "no@example.org", "ada", "nobody", "not@an@address"])
def test_signing_in_hashes_one_password_whoever_is_tried(hashed: list[str], login: str) -> None:
    answer = Client().post("/account/login/", {"login": login, "password": "wrong-password"})
    assert answer.context["form"].errors
    assert hashed == ["wrong-password"]


@pytest.mark.parametrize("email", [ADDRESS, "no@example.org"])
def test_asking_for_a_new_password_sends_one_mail_and_hashes_nothing_either_way(
    hashed: list[str], email: str
) -> None:
    assert Client().post("/account/password/reset/", {"email": email}).status_code == 302
    assert [message.to for message in mail.outbox] == [[email]]
    assert hashed == []


def test_secrets_of_second_factors_are_stored_encrypted_and_still_work(user: User) -> None:
    app = TOTP.activate(user, SECRET)
    codes = RecoveryCodes.activate(user)
    for stored in Authenticator.objects.values_list("data", flat=True):
        assert SECRET not in str(stored)
        assert str(stored.get("secret") or stored["seed"]).startswith("gAAAA")
    now = next(yield_hotp_counters_from_time())
    assert app.validate_code(format_hotp_value(hotp_value(SECRET, now)))
    assert codes.validate_code(codes.get_unused_codes()[0])


def test_a_new_secret_key_reads_what_the_one_before_wrote_and_no_other_does(
    user: User, settings: Any
) -> None:
    codes = RecoveryCodes.activate(user)
    known, old = codes.get_unused_codes(), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-key" * 5, [old]
    assert codes.get_unused_codes() == known
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(InvalidToken):
        codes.get_unused_codes()


def test_secrets_from_before_are_encrypted_by_the_migration(user: User) -> None:
    app = Authenticator.objects.create(user=user, type="totp", data={"secret": SECRET})
    codes = {"seed": "5eed", "used_mask": 3}
    seed = Authenticator.objects.create(user=user, type="recovery_codes", data=codes)
    import_module("games.players.migrations.0003_encrypt_second_factors").encrypt_all(apps, None)
    app.refresh_from_db()
    seed.refresh_from_db()
    assert SECRET not in str(app.data) and "5eed" not in str(seed.data)
    assert seed.data["used_mask"] == 3
    assert len(RecoveryCodes(seed).get_unused_codes()) == 8
