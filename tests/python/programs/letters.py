tokens = ["köpek", "kedi'ye", 'a"b', "a\nb", "\x7f\xa0", "😀", "İstanbul", "it's \"q\"", "back\\slash", "\u200b", "şey"]
print(tokens, repr("ç"), {"ö": ("ü",)}, "%r" % "é")
for t in tokens: print(repr(t))
print("KEDİ ÇOK".lower(), "ığüşöç".upper(), "ÇAY".isupper(), "çay".isalpha(), "şeker".title(), "ÖĞE".swapcase(), "çok".capitalize(), "²".isdigit(), "x²".isalnum())
words = "ağaç Çam elma".split()
print(sorted(words), sorted(words, key=lambda w: w.lower()), max(words, key=len), [w.upper() for w in words])
