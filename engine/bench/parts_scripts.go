package main

import "fmt"

// The peers' programs. The tables of all pairs are filled in parallel as arrays, the fastest
// way in numpy.
const (
	pairsScript = "x = numpy.load(path)\ni, j = numpy.triu_indices(len(x))\n"
	gakScript   = `
def table(a, b):
    n = a.shape[1]
    above = numpy.zeros((n + 1, len(a)))
    above[0] = 1
    for t in range(n):
        e = numpy.exp(numpy.square(a[:, t] - b.T) / -2)
        e /= 2 - e
        row = numpy.zeros_like(above)
        for u in range(n):
            row[u + 1] = e[u] * (above[u] + above[u + 1] + row[u])
        above = row
    return numpy.log(above[n])
`
	dtwScript = `
def table(a, b):
    n = a.shape[1]
    above = numpy.full((n + 1, len(a)), numpy.inf)
    above[0] = 0
    for t in range(n):
        e = numpy.square(a[:, t] - b.T)
        row = numpy.full_like(above, numpy.inf)
        for u in range(n):
            row[u + 1] = e[u] + numpy.minimum(numpy.minimum(above[u], above[u + 1]), row[u])
        above = row
    return above[n]
`
	pursuitScript = `
x = numpy.load(path)
atoms = x[:200] / numpy.linalg.norm(x[:200], axis=1)[:, None]
def left():
    sum = 0
    for v in x:
        r, chosen = v, []
        for _ in range(8):
            chosen.append(numpy.argmax(abs(atoms @ r)))
            a = atoms[chosen].T
            r = v - a @ numpy.linalg.lstsq(a, v, rcond=None)[0]
        sum += r @ r
    return numpy.array(sum)
`
	factorScript = `
x = abs(numpy.load(path))
codes = 1 + numpy.arange(len(x) * 20).reshape(-1, 20) * 7 % 11 / 11
parts = 1 + numpy.arange(20 * x.shape[1]).reshape(20, -1) * 7 % 13 / 13
def factor():
    c, p = codes.copy(), parts.copy()
    for _ in range(100):
        p *= (c.T @ x) / (c.T @ c @ p)
        c *= (x @ p.T) / (c @ (p @ p.T))
    return numpy.square(x - c @ p)
def divergent():
    c, p = codes.copy(), parts.copy()
    for _ in range(100):
        p *= (c.T @ (x / (c @ p))) / c.sum(0)[:, None]
        c *= ((x / (c @ p)) @ p.T) / p.sum(1)
    return numpy.square(x - c @ p)
def sparse():
    c, p = codes.copy(), parts.copy()
    n, d = x.shape
    for _ in range(5):
        a = numpy.vstack([c, 0.1 ** 0.5 * numpy.eye(20)])
        for j in range(d):
            p[:, j] = scipy.optimize.nnls(a, numpy.append(x[:, j], numpy.zeros(20)))[0]
        a = numpy.vstack([p.T, 0.5 ** 0.5 * numpy.ones((1, 20))])
        for i in range(n):
            c[i] = scipy.optimize.nnls(a, numpy.append(x[i], 0))[0]
    return numpy.square(x - c @ p)
`
	processScript = `
x = numpy.load(path)
y = numpy.sin(x[:, 0]) + numpy.cos(x[:, 1])
def gram(a, b):
    s = numpy.square(a).sum(1)[:, None] + numpy.square(b).sum(1) - 2 * a @ b.T
    return numpy.exp(s / -8)
def predict():
    a = gram(x, x)
    a[numpy.diag_indices(len(x))] += 0.09
    f = scipy.linalg.cho_factor(a, lower=True, overwrite_a=True, check_finite=False)
    k = gram(x, x[:500])
    v = scipy.linalg.solve_triangular(f[0], k, lower=True, check_finite=False)
    return k.T @ scipy.linalg.cho_solve(f, y, check_finite=False) + 1 - numpy.square(v).sum(0)
`
	processPeerScript = `
x = numpy.load(path)
y = numpy.sin(x[:, 0]) + numpy.cos(x[:, 1])
def predict():
    k = sklearn.gaussian_process.kernels.RBF(2.0)
    g = sklearn.gaussian_process.GaussianProcessRegressor(k, alpha=0.09, optimizer=None).fit(x, y)
    mean, sd = g.predict(x[:500], return_std=True)
    return mean + sd ** 2
`
)

// neighboursScript returns the peer's program that finds the nearest of the first n/share
// series for each of the others.
func neighboursScript(share int) string {
	return "x = numpy.load(path)\n" + dtwScript + fmt.Sprintf(`
def nearest():
    n = len(x) // %d
    i, j = numpy.divmod(numpy.arange((len(x) - n) * n), n)
    return table(x[n:][i], x[j]).reshape(-1, n).min(1)
`, share)
}
