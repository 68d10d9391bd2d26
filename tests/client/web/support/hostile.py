"""What strangers may send as a name or a line of chat."""

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</bdi><script>alert(1)</script>",
    "\u202eevil\u2066name\u2069",
    "a\u200bb\u200dc\ufeffd",
    "x" * 500,
    "Z" + "\u0300" * 200,
    "\x1b[31mred\x07\x00",
    "line\nbreak\u2028and\u2029another",
    "日本語の名前" * 40,
    "javascript:alert(1)",
    "{side} {n} %s ${x}",
    "𝕬\U000e0041\U000f0000",
    "' \" ` & < >",
    "\ud800" + "lone",
)
