import numpy as np
print(np.array([0.1, 0.25, 1/3]), np.array([1e-8, 1.0]), np.array([1e8, 1.5]), np.array([123456.0, 0.001]))
print(np.array([1e5, 1e-5]), np.array([1e15, 1e16]), np.array([0.00001]), np.array([100.0, 2.0]))
print(np.array([[1.5, -2.25], [np.nan, 1e3]]), np.array([True, False]), np.array([[True], [False]]))
print(np.array([1.0, 2.0, 3.0]), np.array([-1, 10, -100]), np.array([1e300, 1e-300]))
print(np.float64(1e-5), np.float64(123456789.0), np.array(1e20), np.array([1.0])[0], np.array([1e16])[0])
print(np.round(3.14159, 2), np.round([0.5, 1.5, 2.5]), np.round(-0.4), np.around(1234.567, -2), round(np.array(2.567), 1) if False else "")
print(np.array([0.1 + 0.2]), 0.1 + 0.2, np.array([2/3], dtype=np.float32), np.float32(2/3) if False else "")
print(np.array2string(np.array([1.23456, 2.0]), precision=2), np.array_str(np.array([1, 2])), np.array_repr(np.array([1, 2])))
print(np.arange(0, 1, 0.1), np.linspace(-1, 1, 5), np.logspace(0, 2, 3))
print(np.random.RandomState(0).rand(3, 3) > 0.5)
print([np.array([1, 2]), np.array([3.0])], (np.array([1]),), {"a": np.array([1.0, 2.0])})
print(str(np.array([[1, 2], [3, 4]])), "%s" % np.array([1, 2]), f"{np.array([1.5])}")
import numpy as np
def check(name, got, want, tol=1e-6):
    ok = np.allclose(got, want, atol=tol)
    print(f"{name:.<20}{'OK' if ok else 'FAIL'}")
    return ok
a = np.arange(9.0).reshape(3, 3) / 7
results = [check("symmetric", a + a.T, (a + a.T).T), check("identity", a @ np.eye(3), a), check("wrong", a, a + 1)]
print(results, all(results), sum(results))
print(f"{all(results)!s:>8}", f"{np.bool_(True)}", np.all([True, False]), np.float64(0.5).round(2), np.int64(3) + 1)
assert isinstance(results, list), "no list"
