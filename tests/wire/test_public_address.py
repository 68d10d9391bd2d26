"""What stands behind `--public`: where others find the page of a server."""

from __future__ import annotations

import pytest

from ironbottom.wire.public_address import BadPublicAddress, host_of, public_address


@pytest.mark.parametrize(
    ("typed", "kept", "host"),
    [
        ("https://play.example.org", "https://play.example.org/", "play.example.org"),
        ("https://Play.example.org/1/", "https://Play.example.org/1/", "play.example.org"),
        ("http://203.0.113.7:4277", "http://203.0.113.7:4277/", "203.0.113.7"),
        ("http://[2001:db8::7]:80/", "http://[2001:db8::7]:80/", "2001:db8::7"),
    ],
)
def test_the_address_of_a_page_is_kept_with_a_stroke_at_its_end(typed: str, kept: str, host: str) -> None:
    assert (public_address(typed), host_of(kept)) == (kept, host)


@pytest.mark.parametrize(
    "typed",
    [
        "", "play.example.org", "ftp://play.example.org", "https://", "https://a b", "https://play.example.org/#join",
        "https://play.example.org/?a=1", "https://ada:secret@play.example.org", "https://play.example.org:99999",
        "https://play.example.org:0", "https://" + "a" * 300, "javascript:alert(1)", "https://pläy.example.org",
        "https://[::1", "https://play.example.org/\n",
    ],
)
def test_anything_else_gets_one_sentence(typed: str) -> None:
    with pytest.raises(BadPublicAddress, match=r"allowed is the address of a page, such as https://play\.example\.org$"):
        public_address(typed)
