"""The jobs of the benchmark in numpy and scipy, as fast as we know how to write them.

    python3 numpy_jobs.py FOLDER KIND

FOLDER holds job.json and x.npy; the outcome is written to FOLDER/KIND.json. The
kinds differ for a sweep:

    refit   a loop over the points, each fitted from scratch, selection included
    picked  the same with the supports of each width chosen once
    shared  selection, moments and whitening worked out once for all they serve

It is Algorithm 1 of Boehmer et al. (2012) with the spectral cut, on supports by
MP-MAH. Everything heavy is a call of BLAS or LAPACK on memory as it lies.
"""

import json
import os
import sys
import time

import numpy as np
import scipy
from scipy.linalg import blas, eigh

CUT = 1e-12  # of the largest eigenvalue of C, below which one counts as zero
STOP = 1e-12  # the residual at which MP-MAH ends
ROWS = 512  # of a block of samples, which stays in the cache


class Phases:
    """Seconds by what they were spent on."""

    def __init__(self):
        self.seconds = {}
        self.mark = time.perf_counter()

    def end(self, name):
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0) + now - self.mark
        self.mark = now


class Samples:
    """The samples of one part, with what makes a Gaussian kernel one product.

    With rows (x, -x.x/2, 1) on one side and (z, 1, -z.z/2)/sigma^2 on the other
    the product is -|x - z|^2 / 2 sigma^2: all that is left is the exponential.
    """

    def __init__(self, x, lengths):
        n, d = x.shape
        self.rows = np.empty((n, d + 2))
        self.rows[:, :d] = x
        self.rows[:, d] = -0.5 * np.einsum("ij,ij->i", x, x)
        self.rows[:, d + 1] = 1
        self.n, self.pairs = n, n - len(lengths)
        self.joined = np.ones(n, bool)  # to the sample after it
        self.joined[np.cumsum(lengths) - 1] = False

    def supports(self, picks, sigma):
        z = self.rows[picks].copy()
        z[..., [-2, -1]] = z[..., [-1, -2]]
        z *= sigma**-2
        return z


def mp_mah(train, sigma, m, work):
    """Algorithm 2 as pivoted Cholesky: each factor is a row, so that all passes
    over memory are contiguous."""
    n = train.n
    factor = work[: m * n].reshape(m, n)
    left, spare = np.ones(n), np.empty(n)
    picks = []
    for j in range(m):
        i = int(left.argmax())
        worst = left[i]
        if worst <= STOP:
            break
        row = factor[j]
        np.dot(train.rows, train.supports(i, sigma), out=row)
        np.exp(row, out=row)
        if j:
            np.dot(factor[:j, i], factor[:j], out=spare)
            row -= spare
        row *= worst**-0.5
        np.multiply(row, row, out=spare)
        left -= spare
        left[i] = 0
        picks.append(i)
    return picks


def kernel(part, z, shift, out):
    """Rows kappa(z_j, x_t) - shift_j and their mean. The shift is near the mean,
    so that second moments do not cancel."""
    total = np.zeros(len(z))
    for a in range(0, part.n, ROWS):
        k = out[a : a + ROWS]
        np.dot(part.rows[a : a + ROWS], z.T, out=k)
        np.exp(k, out=k)
        k -= shift
        total += np.ones(len(k)) @ k
    return total / part.n


def moments(part, k, mean):
    """The lower triangles of C and Cdot."""
    n, m = k.shape
    c, cdot = np.zeros((m, m), order="F"), np.zeros((m, m), order="F")
    step = 2048
    spare = np.empty((step, m))
    for a in range(0, n, step):
        b = min(n, a + step)
        c = blas.dsyrk(1 / n, k[a:b].T, beta=1, c=c, lower=1, overwrite_c=1)
        b = min(n - 1, b)
        if a < b:
            d = np.subtract(k[a + 1 : b + 1], k[a:b], out=spare[: b - a])
            d[~part.joined[a:b]] = 0
            cdot = blas.dsyrk(1 / part.pairs, d.T, beta=1, c=cdot, lower=1, overwrite_c=1)
    c = blas.dsyrk(-1, mean[:, None], beta=1, c=c, lower=1, overwrite_c=1)
    return c, cdot


def whiten(c, phases):
    """W with W'CW = I whose columns sum to zero; c is lost."""
    m = len(c)
    r = blas.dsymv(1 / m, c, np.ones(m), lower=1)
    c -= (r - r.mean())[:, None]
    c -= r
    values, u = eigh(c, lower=True, overwrite_a=True, check_finite=False, driver="evd")
    kept = values > CUT * values[-1]
    values = values[kept]
    w = np.asfortranarray(u[:, kept])
    w -= w.mean(axis=0)
    w /= np.sqrt(values)
    phases.end("first eigenproblem")
    return w, values[-1] / values[0]


def project(w, b):
    """W'BW of a symmetric b whose lower triangle holds."""
    return blas.dgemm(1, w, blas.dsymm(1, b, w, lower=1), trans_a=1)


class Lowest:
    """Eigenvectors of the lowest eigenvalues, by the driver that is faster for problems
    of a size: some pairs by bisection, or all by divide and conquer. Which one that is
    depends on the library and the machine, so that each has one turn at each size."""

    def __init__(self):
        self.seconds = {}

    def __call__(self, b, p):
        """Those of the p lowest of b, which is lost."""
        times = self.seconds.setdefault((len(b), p), {})
        some = dict(driver="evr", subset_by_index=[0, p - 1])
        ways = {"evr": some, "evd": dict(driver="evd")}
        if p < 0.1 * len(b):  # of a single large problem none is tried in vain
            way = "evr"
        else:
            way = min(ways, key=lambda name: times.get(name, 0))
        start = time.perf_counter()
        vectors = eigh(b, overwrite_a=True, check_finite=False, **ways[way])[1]
        times[way] = min(times.get(way, np.inf), time.perf_counter() - start)
        return vectors[:, :p]


lowest = Lowest()


def measures(part, phi, correlated=False):
    """Mean squared difference and variance of features of mean zero, and the
    largest correlation of two of them where it is asked for."""
    p = phi.shape[1]
    slowness, variance = np.zeros(p), np.zeros(p)
    products = np.zeros((p, p), order="F")
    spare = np.empty((min(part.n, 2048), p))
    for a in range(0, part.n, 2048):
        f = phi[a : a + 2049]
        d = np.subtract(f[1:], f[:-1], out=spare[: len(f) - 1])
        d[~part.joined[a : a + len(d)]] = 0
        slowness += np.einsum("ij,ij->j", d, d)
        f = f[:2048]
        if correlated:
            products = blas.dsyrk(1, f.T, beta=1, c=products, lower=1, overwrite_c=1)
        else:
            variance += np.einsum("ij,ij->j", f, f)
    if not correlated:
        return slowness / part.pairs, variance / part.n
    variance = products.diagonal().copy()
    products /= np.sqrt(variance)
    products /= np.sqrt(variance)[:, None]
    np.fill_diagonal(products, 0)
    return slowness / part.pairs, variance / part.n, abs(products).max()


class Job:
    def __init__(self, folder, kind):
        with open(os.path.join(folder, "job.json")) as f:
            self.__dict__.update(json.load(f))
        self.folder, self.kind = folder, kind
        self.phases = Phases()
        x = np.load(os.path.join(folder, "x.npy"))
        first = len(self.lengths) - self.held
        n = sum(self.lengths[:first])
        self.train = Samples(x[:n], self.lengths[:first])
        self.test = Samples(x[n:], self.lengths[first:])
        self.points, self.picks = [], {}
        self.phases.end("reading")

    def select(self, sigma, m, work):
        if self.select_all:
            picks = list(range(self.train.n))
        else:
            picks = mp_mah(self.train, sigma, m, work)
        if len(picks) >= len(self.picks.get(sigma, [])):
            self.picks[sigma] = picks
        self.phases.end("selection")
        return picks

    def kernels(self, sigma, picks, work):
        """The kernel matrices of a width: of the supports, and on both parts."""
        m = len(picks)
        z = self.train.supports(picks, sigma)
        gram = np.empty((m, m))
        kernel(_rows(self.train.rows[picks]), z, 0, gram)
        shift = gram.mean(axis=0)
        k = work[: self.train.n * m].reshape(self.train.n, m)
        mean = kernel(self.train, z, shift, k)
        held = np.empty((self.test.n, m))
        kernel(self.test, z, shift, held)
        self.phases.end("kernel")
        return np.asfortranarray(gram), k, mean, held

    def record(self, at, index, w, condition, phi, held):
        sigma, lam, m = at
        train, variance, correlation = measures(self.train, phi, correlated=True)
        held = held - held.mean(axis=0)
        test, spread = measures(self.test, held)
        if index in self.compared:
            np.save(os.path.join(self.folder, f"{self.kind}{index}.npy"), phi[self.probe])
        self.points.append(
            dict(sigma=sigma, lambda_=lam, m=m, rank=w.shape[1], condition=condition,
                 full=w.shape[1] == len(w) - 1, train=train.tolist(), test=(test / spread).tolist(),
                 deviation=float(abs(variance - 1).max()), correlation=float(correlation))
        )
        self.phases.end("features")

    def at(self):
        """All points, lambda fastest: the index counts in this order."""
        return [(s, l, m) for s in self.sigma for m in self.m for l in self.lambda_]

    def refit(self, keep_picks):
        cached = {}
        for index, (sigma, lam, m) in enumerate(self.at()):
            work = np.empty(self.train.n * m)
            if keep_picks:
                if sigma not in cached:
                    most = max(self.m)
                    cached[sigma] = self.select(sigma, most, np.empty(self.train.n * most))
                picks = cached[sigma][:m]
            else:
                picks = self.select(sigma, m, work)
            gram, k, mean, held = self.kernels(sigma, picks, work)
            c, cdot = moments(self.train, k, mean)
            self.phases.end("moments")
            w, condition = whiten(c, self.phases)
            if lam:
                cdot += lam * gram
            b = project(w, cdot)
            self.phases.end("projection")
            a = w @ lowest(b, min(self.p, len(b)))
            self.phases.end("second eigenproblem")
            phi = k @ a
            phi -= mean @ a
            self.record((sigma, lam, m), index, w, condition, phi, held @ a)

    def shared(self):
        most, index = max(self.m), 0
        work = np.empty(self.train.n * most)
        for sigma in self.sigma:
            picks = self.select(sigma, most, work)
            gram, k, mean, held = self.kernels(sigma, picks, work)
            c, cdot = moments(self.train, k, mean)
            self.phases.end("moments")
            for asked in self.m:
                m = min(asked, len(picks))
                w, condition = whiten(c[:m, :m].copy(order="F"), self.phases)
                slow, size = project(w, cdot[:m, :m].copy(order="F")), None
                if any(self.lambda_):
                    size = project(w, gram[:m, :m].copy(order="F"))
                self.phases.end("projection")
                p = min(self.p, len(slow))
                a = np.empty((m, p * len(self.lambda_)))
                for i, lam in enumerate(self.lambda_):
                    b = slow + lam * size if lam else slow.copy(order="F")
                    a[:, i * p : (i + 1) * p] = w @ lowest(b, p)
                self.phases.end("second eigenproblem")
                phi, out = k[:, :m] @ a, held[:, :m] @ a
                phi -= mean[:m] @ a
                for i, lam in enumerate(self.lambda_):
                    of = slice(i * p, (i + 1) * p)
                    self.record((sigma, lam, asked), index, w, condition, phi[:, of], out[:, of])
                    index += 1


class _rows:
    """A part that is only looked at through a kernel."""

    def __init__(self, rows):
        self.rows, self.n = rows, len(rows)


def peak():
    """The most memory that this process has held, in bytes; 0 where unknown."""
    try:
        with open("/proc/self/status") as f:
            for line in f:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def versions(n):
    """What this runs on, and how fast a product of n by n matrices is."""
    a = np.random.default_rng(1).random((n, n))
    best = 0
    for _ in range(4):
        start = time.perf_counter()
        np.dot(a, a)
        best = max(best, 2 * len(a) ** 3 / (time.perf_counter() - start))
    print(json.dumps(dict(python=sys.version.split()[0], numpy=np.__version__, scipy=scipy.__version__, speed=best)))


def eigenproblem(text):
    """The lowest eigenpairs by all drivers that are any good at it."""
    e = json.loads(text)
    a = np.load(os.path.join(e["folder"], "x.npy"))
    scale = np.linalg.norm(a) / np.sqrt(len(a))
    some = dict(subset_by_index=[0, e["p"] - 1])
    out = []
    for name, how in (("evr", some), ("evx", some), ("evd, all pairs", {}), ("evr, all pairs", {})):
        b = a.copy(order="F")
        start = time.perf_counter()
        values, v = eigh(b, overwrite_a=True, check_finite=False, driver=name[:3], **how)
        took = time.perf_counter() - start
        values, v = values[: e["p"]], v[:, : e["p"]]
        residual = np.linalg.norm(a @ v - v * values, axis=0).max() / scale
        out.append(dict(driver="scipy " + name, seconds=took, residual=residual, overlap=abs(v.T @ v - np.eye(e["p"])).max()))
    print(json.dumps(out))


def main(folder, kind):
    job = Job(folder, kind)
    if kind == "shared":
        job.shared()
    else:
        job.refit(kind == "picked")
    outcome = dict(
        points=job.points, phases=job.phases.seconds, peak=peak(),
        picks=[dict(sigma=s, index=i) for s, i in job.picks.items()],
    )
    with open(os.path.join(folder, kind + ".json"), "w") as f:
        json.dump(outcome, f, allow_nan=False)


if __name__ == "__main__":
    if sys.argv[1] == "versions":
        versions(int(sys.argv[2]))
    elif sys.argv[1] == "eigen":
        eigenproblem(sys.argv[2])
    else:
        main(*sys.argv[1:])
