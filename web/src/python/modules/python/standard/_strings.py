# Methods of texts that MicroPython lacks, or pads otherwise; `x.title()` asks here (prepare-operands.ts).
import _arrays


def padded(x, left, right, fillchar):
    if len(fillchar) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return fillchar * left + x + fillchar * right


def ljust(x, width, fillchar=" "):
    return padded(x, 0, width - len(x), fillchar)


def rjust(x, width, fillchar=" "):
    return padded(x, width - len(x), 0, fillchar)


# The odd place is on the left where the width is odd.
def center(x, width, fillchar=" "):
    gap = max(width - len(x), 0)
    left = gap // 2 + (gap & width & 1)
    return padded(x, left, gap - left, fillchar)


def zfill(x, width):
    sign = x[:1] if x[:1] in ("+", "-") else ""
    return sign + "0" * (width - len(x)) + x[len(sign) :]


def upper(x):
    return _arrays.of_text("upper", x)


def lower(x):
    return _arrays.of_text("lower", x)


def capitalize(x):
    return upper(x[:1]) + lower(x[1:])


def is_letter(c):
    return lower(c) != upper(c)


def title(x):
    out, before = "", ""
    for c in x:
        out += lower(c) if before and is_letter(before) else upper(c)
        before = c
    return out


def istitle(x):
    return any([is_letter(c) for c in x]) and title(x) == x


def swapcase(x):
    return "".join([lower(c) if c == upper(c) else upper(c) for c in x])


def removeprefix(x, prefix):
    return x[len(prefix) :] if prefix and x.startswith(prefix) else x


def removesuffix(x, suffix):
    return x[: -len(suffix)] if suffix and x.endswith(suffix) else x


def expandtabs(x, tabsize=8):
    out, column = "", 0
    for c in x:
        if c == "\t":
            gap = tabsize - column % tabsize if tabsize > 0 else 0
            out, column = out + " " * gap, column + gap
        else:
            out, column = out + c, 0 if c in "\n\r" else column + 1
    return out


def translate(x, table):
    out = ""
    for c in x:
        to = table.get(ord(c), c)
        out += "" if to is None else chr(to) if isinstance(to, int) else to
    return out


def format_map(x, mapping):
    return _Template(x).format(**mapping)


# What a character is, JavaScript knows.
def of_kind(kind):
    return lambda x: _arrays.of_text(kind, x)


methods = {
    "ljust": ljust,
    "rjust": rjust,
    "center": center,
    "zfill": zfill,
    "capitalize": capitalize,
    "casefold": lambda x: lower(x).replace("ß", "ss"),
    "title": title,
    "istitle": istitle,
    "swapcase": swapcase,
    "removeprefix": removeprefix,
    "removesuffix": removesuffix,
    "expandtabs": expandtabs,
    "translate": translate,
    "format_map": format_map,
}
for n in ("isalnum", "isascii", "isdecimal", "isidentifier", "isnumeric", "isprintable"):
    methods[n] = of_kind(n)
