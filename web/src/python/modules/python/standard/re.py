# Regular expressions of JavaScript under Python's names.
import _arrays
from json import loads
from _core import ok

IGNORECASE, MULTILINE, DOTALL, UNICODE, ASCII = 2, 8, 16, 32, 256
I, M, S, U, A = IGNORECASE, MULTILINE, DOTALL, UNICODE, ASCII


class error(ValueError):
    pass


class Match:
    def __init__(self, text, spans, names, re):
        self.string, self.spans, self.names, self.re = text, spans, names, re

    def at(self, group):
        if isinstance(group, str):
            if group not in self.names:
                raise IndexError("no such group")
            return self.names[group]
        if not 0 <= group < len(self.spans):
            raise IndexError("no such group")
        return group

    def one(self, group, default=None):
        a, b = self.spans[self.at(group)]
        return default if a < 0 else self.string[a:b]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self.one(g) for g in groups])
        return self.one(groups[0] if groups else 0)

    def groups(self, default=None):
        return tuple([self.one(i, default) for i in range(1, len(self.spans))])

    def groupdict(self, default=None):
        return _dict([(n, self.one(n, default)) for n in sorted(self.names, key=lambda n: self.names[n])])

    def span(self, group=0):
        return tuple(self.spans[self.at(group)])

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def __getitem__(self, group):
        return self.one(group)

    def __bool__(self):
        return True

    def __repr__(self):
        return "<re.Match object; span=%s, match=%s>" % (repr(self.span()), repr(self.one(0)))

    __str__ = __repr__


class Pattern:
    def __init__(self, pattern, flags=0):
        self.pattern, self.flags = pattern, flags
        self.letters = "".join([c for c, n in (("i", I), ("m", M), ("s", S)) if flags & n])
        self.all("", pattern)

    def all(self, text, pattern):
        if not isinstance(text, str):
            raise TypeError("expected string or bytes-like object")
        try:
            told = loads(ok(_arrays.matches(pattern, self.letters, text)))
        except TypeError as e:
            raise error("%s" % e)
        return [Match(text, spans, told["names"], self) for spans in told["found"]]

    def finditer(self, text):
        return iter(self.all(text, self.pattern))

    def findall(self, text):
        found = self.all(text, self.pattern)
        if found and len(found[0].spans) > 2:
            return [m.groups("") for m in found]
        return [m.one(1, "") if len(m.spans) == 2 else m.one(0) for m in found]

    def first(self, text, pattern):
        found = self.all(text, pattern)
        return found[0] if found else None

    def search(self, text):
        return self.first(text, self.pattern)

    def match(self, text):
        return self.first(text, "\\A(?:%s)" % self.pattern)

    def fullmatch(self, text):
        return self.first(text, "\\A(?:%s)\\Z" % self.pattern)

    def split(self, text, maxsplit=0):
        out, at = [], 0
        for m in self.all(text, self.pattern)[: maxsplit or None]:
            out.append(text[at : m.start()])
            out.extend(m.groups())
            at = m.end()
        return out + [text[at:]]

    def subn(self, repl, text, count=0):
        out, at, n = "", 0, 0
        for m in self.all(text, self.pattern)[: count or None]:
            out += text[at : m.start()] + (repl(m) if callable(repl) else expanded(repl, m))
            at, n = m.end(), n + 1
        return out + text[at:], n

    def sub(self, repl, text, count=0):
        return self.subn(repl, text, count)[0]

    def __repr__(self):
        names = (("IGNORECASE", I), ("MULTILINE", M), ("DOTALL", S))
        flags = "|".join(["re." + name for name, n in names if self.flags & n])
        return "re.compile(%s%s)" % (repr(self.pattern), ", " + flags if flags else "")

    __str__ = __repr__


escapes = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def expanded(repl, m):
    out, i = "", 0
    while i < len(repl):
        c = repl[i]
        i += 1
        if c != "\\" or i == len(repl):
            out += c
            continue
        c = repl[i]
        i += 1
        if c == "g" and repl[i : i + 1] == "<":
            end = repl.index(">", i)
            name = repl[i + 1 : end]
            out, i = out + (m.one(int(name) if name.isdigit() else name, "")), end + 1
        elif c.isdigit():
            out += m.one(int(c), "")
        else:
            out += escapes.get(c, "\\" + c)
    return out


def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    return "".join(["\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in pattern])


def __getattr__(name):
    raise AttributeError("module 're' has no attribute '%s' here" % name)
