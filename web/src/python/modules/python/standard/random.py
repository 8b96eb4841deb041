# The Mersenne Twister of Python's own random, with the numbers that it gives for a seed.
from math import cos, log, pi, sin, sqrt
from urandom import getrandbits as own_bits

N, M = 624, 397
state, place, kept = [0] * N, N, None


def bit_length(n):
    k = 0
    while n:
        n >>= 1
        k += 1
    return k


def seed(a=None, version=2):
    global place, kept
    if a is None:
        a = own_bits(32)
    if type(a) is not int:
        raise NotImplementedError("random.seed takes whole numbers only here")
    a = abs(a)
    key = []
    while a or not key:
        key.append(a & 0xFFFFFFFF)
        a >>= 32
    s = 19650218
    state[0] = s
    for i in range(1, N):
        s = (1812433253 * (s ^ (s >> 30)) + i) & 0xFFFFFFFF
        state[i] = s
    i, j = 1, 0
    for _ in range(max(N, len(key))):
        state[i] = ((state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525)) + key[j] + j) & 0xFFFFFFFF
        i, j = i + 1, (j + 1) % len(key)
        if i >= N:
            state[0] = state[N - 1]
            i = 1
    for _ in range(N - 1):
        state[i] = ((state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941)) - i) & 0xFFFFFFFF
        i += 1
        if i >= N:
            state[0] = state[N - 1]
            i = 1
    state[0] = 0x80000000
    place, kept = N, None


def word():
    global place
    if place >= N:
        for k in range(N):
            y = (state[k] & 0x80000000) | (state[(k + 1) % N] & 0x7FFFFFFF)
            state[k] = state[(k + M) % N] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
        place = 0
    y = state[place]
    place += 1
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


def random():
    a, b = word() >> 5, word() >> 6
    return (a * 67108864.0 + b) / 9007199254740992.0


def getrandbits(k):
    out = at = 0
    while k > 0:
        w = word()
        out |= (w >> (32 - k) if k < 32 else w) << at
        k, at = k - 32, at + 32
    return out


def below(n):
    k = bit_length(n)
    r = getrandbits(k)
    while r >= n:
        r = getrandbits(k)
    return r


def randrange(start, stop=None, step=1):
    if stop is None:
        start, stop = 0, start
    n = (stop - start + step - (1 if step > 0 else -1)) // step
    if n <= 0:
        raise ValueError("empty range for randrange()")
    return start + step * below(n)


def randint(a, b):
    return randrange(a, b + 1)


def choice(seq):
    if not len(seq):
        raise IndexError("Cannot choose from an empty sequence")
    return seq[below(len(seq))]


def shuffle(x):
    for i in range(len(x) - 1, 0, -1):
        j = below(i + 1)
        x[i], x[j] = x[j], x[i]


def sample(population, k):
    n = len(population)
    if not 0 <= k <= n:
        raise ValueError("Sample larger than population or is negative")
    size = 21
    if k > 5:
        power = 1
        while power < 3 * k:
            power *= 4
        size += power
    if n <= size:
        pool = list(population)
        out = []
        for i in range(k):
            j = below(n - i)
            out.append(pool[j])
            pool[j] = pool[n - i - 1]
        return out
    chosen = []
    for i in range(k):
        j = below(n)
        while j in chosen:
            j = below(n)
        chosen.append(j)
    return [population[j] for j in chosen]


def choices(population, weights=None, k=1):
    n = len(population)
    if weights is None:
        return [population[int(random() * n)] for _ in range(k)]
    sums, total = [], 0
    for w in weights:
        total += w
        sums.append(total)
    out = []
    for _ in range(k):
        x = random() * (total + 0.0)
        at = 0
        while at < n - 1 and not x < sums[at]:
            at += 1
        out.append(population[at])
    return out


def uniform(a, b):
    return a + (b - a) * random()


def gauss(mu=0.0, sigma=1.0):
    global kept
    z, kept = kept, None
    if z is None:
        turn = random() * 2 * pi
        far = sqrt(-2.0 * log(1.0 - random()))
        z, kept = cos(turn) * far, sin(turn) * far
    return mu + z * sigma


def normalvariate(mu=0.0, sigma=1.0):
    while True:
        u = random()
        v = 1.0 - random()
        z = 1.7155277699214135 * (u - 0.5) / v
        if z * z / 4.0 <= -log(v):
            return mu + z * sigma


seed()


def __getattr__(name):
    raise AttributeError("module 'random' has no attribute '%s' here" % name)
