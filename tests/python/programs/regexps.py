import re
text = "Kedi, mindere oturdu. Çok güzel! 3 kez; don't-stop"
print(re.findall(r"\w+", text.lower()), re.findall(r"[a-zA-Z]+|[^\w\s]", "Hi, you!"))
print(re.split(r"[\s,;]+", text), re.split(r"(,)", "a,b"), re.split(r",", "a,b,c", maxsplit=1))
print(re.sub(r"[^\w\s]", "", text), re.sub(r"(\w+) (\w+)", r"\2 \1", "a b c d"), re.sub("a", lambda m: m.group().upper(), "banana", count=2))
m = re.search(r"(?P<first>\d+)\s(\w+)", text)
print(m, m.group(), m.group(1), m.group("first"), m.groups(), m.span(), m.start(2), m.groupdict(), m["first"])
print(re.match(r"mindere", text), bool(re.match(r"Kedi", text)), re.fullmatch(r"a+", "aaa"), re.fullmatch(r"a+", "aab"))
p = re.compile(r"\b[ck]\w*", re.IGNORECASE)
print(p.findall("Cat kedi dog acorn"), [x.start() for x in p.finditer("Cat kedi")], p)
print(re.findall(r"(\w)(\d)", "a1 b2"), re.findall(r"a(b)?", "ab a"), re.escape("a.b*c"), re.findall(r"^\w", "a\nb", re.M))
print(re.findall(r"'s|'t|\w+|\W", "it's ok"), re.findall(r"\S+", " a  b "), re.sub(r"\s+", " ", " a \n b "), re.findall(r"[\]\-x]", "a]b-x"))
try:
    re.compile("(")
except re.error as e:
    print("error")
print(re.findall(r"\d{2,}", "1 22 333"), re.findall(r"∑|\w", "∑a😀b"), re.search("b", "😀b").start(), re.sub(r"\.", "-", "a.b"))
