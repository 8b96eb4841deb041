import _arrays
from utime import gmtime, localtime, mktime, sleep, time_ns


# Seconds with what the browser gives of their parts.
def perf_counter():
    return _arrays.now() / 1000


monotonic = process_time = perf_counter


def time():
    return time_ns() / 1000000000


def perf_counter_ns():
    return int(_arrays.now() * 1000000)


def __getattr__(name):
    raise AttributeError("module 'time' has no attribute '%s' here" % name)
