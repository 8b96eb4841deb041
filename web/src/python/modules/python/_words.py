# What is printed: Python's own digits, formats and names, where MicroPython has others.
import _arrays
import builtins
from _core import Array, plain_types
from ucollections import OrderedDict


def number(x):
    return x.item() if isinstance(x, Array) and _arrays.rank(x.h) == 0 else x


own_repr = repr


# MicroPython's own digits of a float are at times one too many, and halves are not rounded to even.
def text(x):
    t = type(x)
    if t is float:
        return _arrays.repr(x)
    if t is list:
        return "[%s]" % ", ".join([text(y) for y in x])
    if t is tuple:
        return "(%s,)" % text(x[0]) if len(x) == 1 else "(%s)" % ", ".join([text(y) for y in x])
    if t is dict or t is OrderedDict:
        return "{%s}" % ", ".join([text(k) + ": " + text(x[k]) for k in x])
    if t is set and x:
        return "{%s}" % ", ".join([text(y) for y in x])
    if t is type:
        return "<class '%s'>" % class_name(x)
    if t is str:
        # MicroPython's own writes letters beyond English as numbers.
        own = own_repr(x)
        return _arrays.quoted(x) if "\\" in own and "\0" not in x else own
    if isinstance(x, Exception) and len(x.args) == 1:
        return "%s(%s)" % (t.__name__, text(x.args[0]))
    return own_repr(x)


# MicroPython's classes do not know where they were made; those of a module tell it here.
homes = {OrderedDict: "dict"}
no_homes = ("NoneType", "function", "generator", "module", "ellipsis", "NotImplementedType")
other_names = {"closure": "function", "bound_method": "method"}


def class_name(t):
    name = t.__name__
    if t in homes:
        return homes[t]
    name = other_names.get(name, name)
    return name if name in no_homes or hasattr(builtins, name) else "__main__." + name


def at_home(home, names, classes):
    for name in names.split():
        homes[classes[name]] = home + "." + name


containers = {float, list, tuple, dict, OrderedDict, set, type}


def exact(x):
    if type(x) in containers:
        return text(x)
    return said(x) if isinstance(x, Exception) else x


# What Python says of an error that is caught.
def said(error):
    if isinstance(error, KeyError) and len(error.args) == 1:
        return text(error.args[0])
    return _arrays.words(type(error).__name__, str(error))


def shown(x):
    return exact(number(x))


def fixed(x, width, decimals):
    x = number(x)
    if type(x) not in plain_types:
        return "{:.1f}".format(x)
    text = _arrays.fixed(float(x), decimals)
    return " " * (width - len(text)) + text


def joined(*parts):
    return "".join([x if type(x) is str else str(x) for x in parts])


# MicroPython counts bytes where it fills up a text: letters that are one byte stand in for it.
def in_letters(form, x):
    made = form("\x01" * len(x))
    n, i = made.count("\x01"), made.find("\x01")
    return made[:i] + x[:n] + made[i + n :] if n else made


# "%5.2f" and "{:5.2f}", value by value.
def percent(spec, x):
    kind, x = spec[-1], number(x)
    if kind in "rs":
        told = text(x) if kind == "r" else str(exact(x))
        return in_letters(lambda letters: (spec[:-1] + "s") % (letters,), told)
    if kind in "feEgG" and type(x) in plain_types and "#" not in spec:
        return field(spec[1:].replace("-", "<", 1), x)
    return spec % (x,)


def field(spec, x):
    x = number(x)
    if not spec:
        return str(exact(x))
    if type(x) is str:
        return in_letters(("{:" + spec + "}").format, x)
    if type(x) not in plain_types or spec[-1] not in "f%,eEgG" or "#" in spec or x - x != 0:
        return ("{:" + spec + "}").format(x)
    fill, align, i = " ", ">", 0
    if spec[1:2] and spec[1] in "<>^=":
        fill, align, i = spec[0], spec[1], 2
    elif spec[0] in "<>^=":
        align, i = spec[0], 1
    sign = ""
    if spec[i : i + 1] and spec[i] in "+- ":
        sign, i = spec[i].replace("-", ""), i + 1
    if spec[i : i + 1] == "0":
        fill, align = ("0", "=") if i == 0 or spec[i - 1] not in "<>^=" else ("0", align)
    width, dot, decimals = spec[i:-1].partition(".")
    kind = spec[-1]
    comma = kind == "," or width.endswith(",")
    if kind == ",":
        digits = str(abs(x)) if type(x) is int else _arrays.repr(abs(x))
    elif kind in "eEgG":
        digits = _arrays.digits(float(abs(x)), kind.lower(), int(decimals) if dot else 6)
        digits = digits.upper() if kind in "EG" else digits
    else:
        digits = _arrays.fixed(float(abs(x) * (100.0 if kind == "%" else 1.0)), int(decimals) if dot else 6)
    if comma:
        whole_part, point, rest = digits.partition(".")
        at = len(whole_part) - 3
        while at > 0:
            whole_part, at = whole_part[:at] + "," + whole_part[at:], at - 3
        digits = whole_part + point + rest
    if kind == "%":
        digits += "%"
    if _arrays.repr(float(x))[0] == "-":
        sign = "-"
    gap = int(width.rstrip(",") or 0) - len(sign) - len(digits)
    if gap <= 0 or align == "=":
        return sign + fill * max(gap, 0) + digits
    left = gap // 2 if align == "^" else gap if align == ">" else 0
    return fill * left + sign + digits + fill * (gap - left)


class Template:
    def __init__(self, string):
        self.string = string

    def __mod__(self, values):
        if isinstance(values, dict):
            return self.string % dict([(key, exact(values[key])) for key in values])
        if "*" in self.string:
            return self.string % values
        values = list(values) if isinstance(values, tuple) else [values]
        parts = self.string.split("%")
        out, i = parts[0], 1
        while i < len(parts):
            part, n = parts[i], 0
            if not part and i + 1 < len(parts):
                out += "%" + parts[i + 1]
                i += 2
                continue
            while n < len(part) and part[n] in "0123456789.+- #":
                n += 1
            if n == len(part):
                raise ValueError("incomplete format")
            if not values:
                raise TypeError("not enough arguments for format string")
            out += percent("%" + part[: n + 1], values.pop(0)) + part[n + 1 :]
            i += 1
        if values:
            raise TypeError("not all arguments converted during string formatting")
        return out

    def format(self, *args, **options):
        s = self.string
        if "!" in s or "[" in s or "{{" in s or "}}" in s:
            return s.format(*args, **options)
        parts = s.split("{")
        out, next_one = parts[0], 0
        for part in parts[1:]:
            inside, close, rest = part.partition("}")
            name, _, spec = inside.partition(":")
            if not close or "." in name:
                return s.format(*args, **options)
            if name and not name.isdigit():
                value = options[name]
            else:
                at = int(name) if name else next_one
                next_one += 1
                if at >= len(args):
                    raise IndexError("Replacement index %d out of range for positional args tuple" % at)
                value = args[at]
            out += field(spec, value) + rest
        return out


own_print = print


def exact_print(*args, **options):
    own_print(*[exact(x) for x in args], **options)


builtins.print = exact_print
own_round = round


# Python rounds the exact value, halves to even.
def exact_round(x, ndigits=None):
    x = number(x)
    if type(x) is float and ndigits is not None and ndigits >= 0 and x - x == 0:
        return float(_arrays.fixed(x, ndigits))
    if isinstance(x, Array):
        return x.round(ndigits or 0)
    return own_round(x) if ndigits is None else own_round(x, ndigits)


builtins.round = exact_round
builtins.repr = text
builtins._field = field
builtins._joined = joined
builtins._shown = shown
builtins._Template = Template
builtins._fixed = fixed
builtins._number = number
