print(f"{'ağırlık':>10}|{'ş':<3}|{'ığ':^6}|")
print(f'{"ağırlık":>10}|')
print(f"{', '.join(f'{w:.2f}' for w in [1.5, 2.25])}")
print(f"[{' '.join(['a', 'ş']):>8}] {'a:b'} {'x' + 'ö':>4} {'%.2f' % 2.5:>8} {str(1.5)+'ğ':>6}")
d = {'ağ': 1.5}
print(f"{d['ağ']:>10.3f}|{d.get('yok', 'değer'):>10}|{'var' if 'ağ' in d else 'yok':>5}|")
x = 3
print(f"{x}" f" {'ü':>4}|" "{x}", f"{{}} {x=} {x + 1 = } {'ö' if x else 'ü'}")
print(f"{'ğ'!r:>6}|{'ğ'!s:>6}|{'a'!r}|{('ş' * 3):*^9}|")
print("{:>10}|{:<5}|".format("ağırlık", "ş"), "%10s|%-5s|" % ("ağırlık", "ş"), "ş".rjust(4), "ş".ljust(4) + "|", "ş".center(5) + "|")
print(f"{'ağırlık':>{4+6}}|")
w = 10
print(f"{'ağırlık':>{w}}|{1.23456:{w}.{2}f}|{'a':{w}}|{3:0{w}d}")
print(f"""{'token':<10}{'ağırlık':>10}
{'kedi':<10}{0.5:>10.3f}""")
tokens = ['öğrenci', 'çay']
width = max(len(t) for t in tokens)
print(" " * width, *[f"{t:>{width}}" for t in tokens])
for t in tokens: print(f"{t:>{width}}", *(f"{v:{width}.3f}" for v in [0.25, 0.75]))
print(f"{tokens[0]!r:>5}|{'→'} {'a' 'b'} {len('ş')} {ord('ş'):x} {'a,b'.split(',')[0]:>3} {(lambda: 'ş')():>3}")
print(f"{'a' == 'a'} {'x=1'} {'a' != 'b':>6} {'b' >= 'a'} {f'{1+1}'} {f'iç {1.5:.1f}':>10}")
x = 3
def f(n): return f"{n}" if n else f""
class A:
    def __repr__(self): return f"A({x})"
    def __str__(self): return 'str'
a = A()
print(f"{a}|{a!r}|{a!s:>5}|{[a]}|{f(2)}{f(0)}|{x,}|{x:>3}|{x!r:>3}|{x==3}|{x!=3}|{x>=3}|{x<=3:d}|{x = !r}|{x=:>4}|{x:=+5}")
print(f'''a "{1}" 'b' "{2}"''' f"""say "{3}" """ rf"\d{4}\n" fr'$\sqrt{{d_k}} = {2:.1f}$' "plain {x} \t" 'it\'s {0}')
print(
    f"bir {1}"  # c "x"
    " iki "
    f'{"üç"}', # son
    f"{2}"
)
def g():
    """doc"""
    f"{1}"
    return f"{1}" \
        f"{2}"
print(g())
rows = [[0.25, 0.75], [1, 0]]
print("\n".join(f"{'t' + str(i):<4}" + " ".join(f"{v:>6.2f}" for v in r) for i, r in enumerate(rows)))
print(f"{sum(v for r in rows for v in r):.1f} {max(rows, key=lambda r: r[0])} {({'a': 1})['a']} { {1: 2}[1] } {[i*2 for i in range(3)]} {rows[0][1]:.3f} {rows[0][::-1]}")
import numpy as np
a = np.array([[1.23456, 2]])
print(f"{a}\n{a.shape} {a[0,0]:.2f} {a.sum():8.3f} {a.mean():.2e} {a.T @ a} {a.dtype}, {a[0].tolist()}, {len(a):02d}, {a.max():,.1f}")
x = 5
print(f"a{x}b{{c}}d", f"{{x}}", f"{{{x}}}", f"%{x}%", "%s" % f"{x}", f"{x}".rjust(3), f"{x}%s" % 3, f"{x}{{}}".format(7), (f"a" "b"), f"{x:{'>'}{4}}", f"{x:%}", f"{1/3:.0%}", f"{12345.678:,.2f}", f"{'a':*<4}", f"{True}", f"{None}", f"{1e-7}", f"{x:b} {x:x} {x:o} {x:c}" if x > 40 else "")
d = {f"k{i}": f"v{i}" for i in range(2)}; print(d, [f"{k}={v}" for k, v in d.items()])
print(f"{__name__} {'%d' % 3} {'{}'.format(4)} {'{:>5}'.format('ü')}")
def f(x, *, pad=' '): return f'{x:{pad}>5}'
print(f('a', pad='-'), f'{f("b"):.3}', f"{'ışık':.2}", f"{'ışık':^8.3}|")
print('%-8s|%8s|%s' % ('ağ', 'şü', ['ö']), '{a:>5}|{b}'.format(a='ü', b=['ğ']), '{0:>4}{0:<4}|'.format('ç'))
