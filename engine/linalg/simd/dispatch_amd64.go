package simd

import (
	"math"

	"golang.org/x/sys/cpu"
)

//go:generate go run ./generate

// The tile sizes of the assembler paths.
const (
	rowsAVX2, columnsAVX2     = 4, 12
	rowsAVX512, columnsAVX512 = 8, 24

	maxTile = rowsAVX512 * columnsAVX512
)

// best returns the best path of this processor and its operating system. Processors
// that split AVX-512 into two halves need no exception: a Zen 4 reaches the same rate
// of fused multiply-adds on both paths (56 GFLOP/s a core, go run ./engine/bench -table
// limits), and with avx2 takes 1.1 to 1.2 times as long for the jobs a and small at
// half their size, because avx512 also halves the instructions around them.
func best() path {
	x := cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA:
		return portable
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return avx512
	}
	return avx2
}

// tileRows returns the number of rows of a tile.
func tileRows() int {
	switch active {
	case avx512:
		return rowsAVX512
	case avx2:
		return rowsAVX2
	}
	return portableRows
}

// tileColumns returns the number of columns of a tile.
func tileColumns() int {
	switch active {
	case avx512:
		return columnsAVX512
	case avx2:
		return columnsAVX2
	}
	return portableColumns
}

// peak runs rounds of fused multiply-adds on a path, and returns the number of products
// of each round.
func peak(p path, rounds int) (products int) {
	switch p {
	case avx512:
		peakAVX512(rounds)
		return maxTile
	case avx2:
		peakAVX2(rounds)
		return rowsAVX2 * columnsAVX2
	}
	return peakPortable(rounds)
}

// tile adds alpha · leftᵀ · right to the tile at c, whose rows are stride apart, if
// keep is one. If keep is zero it overwrites the tile. Entries of left at consecutive
// depths are step apart.
func tile(depth int, left *float64, step int, right *float64, alpha float64, c *float64, stride, keep int) {
	switch active {
	case avx512:
		tileAVX512(depth, left, step, right, alpha, c, stride, keep)
	case avx2:
		tileAVX2(depth, left, step, right, alpha, c, stride, keep)
	default:
		tilePortable(depth, left, step, right, alpha, c, stride, keep)
	}
}

// lanes returns the number of values in a vector, the unit in which [tileFew] counts
// columns.
func lanes() int {
	switch active {
	case avx512:
		return 8
	case avx2:
		return 4
	}
	return portableColumns
}

// tileFew computes [tile] for only the first vectors of a row of right, at most as many
// as a tile has. The sums are the same.
func tileFew(vectors, depth int, left *float64, step int, right *float64, alpha float64, c *float64, stride, keep int) {
	switch {
	case active == avx512 && vectors == 1:
		tileOneAVX512(depth, left, step, right, alpha, c, stride, keep)
	case active == avx512 && vectors == 2:
		tileTwoAVX512(depth, left, step, right, alpha, c, stride, keep)
	case active == avx2 && vectors == 1:
		tileOneAVX2(depth, left, step, right, alpha, c, stride, keep)
	case active == avx2 && vectors == 2:
		tileTwoAVX2(depth, left, step, right, alpha, c, stride, keep)
	default:
		tile(depth, left, step, right, alpha, c, stride, keep)
	}
}

// tileTransposed adds left · right to the tile at c for a left sliver that is a
// transposed right one: its depths from left on are the rows of the tile, its lines the
// summation index. It computes the first vectors of a row of right, and prefetches from
// next on.
func tileTransposed(vectors, depth int, left, right, c *float64, stride int, next *float64) {
	switch {
	case active == avx512 && vectors == 1:
		tileTransposedOneAVX512(depth, left, right, c, stride, next)
	case active == avx512 && vectors == 2:
		tileTransposedTwoAVX512(depth, left, right, c, stride, next)
	case active == avx512:
		tileTransposedAVX512(depth, left, right, c, stride, next)
	case active == avx2 && vectors == 1:
		tileTransposedOneAVX2(depth, left, right, c, stride, next)
	case active == avx2 && vectors == 2:
		tileTransposedTwoAVX2(depth, left, right, c, stride, next)
	case active == avx2:
		tileTransposedAVX2(depth, left, right, c, stride, next)
	default:
		tileTransposedPortable(depth, left, right, c, stride)
	}
}

// tileBoth adds leftᵀ · right to the tile at c, and weight times that to the tile at d.
func tileBoth(depth int, left *float64, step int, right *float64, c *float64, strideC int, weight float64, d *float64, strideD int) {
	switch active {
	case avx512:
		tileBothAVX512(depth, left, step, right, c, strideC, weight, d, strideD)
	case avx2:
		tileBothAVX2(depth, left, step, right, c, strideC, weight, d, strideD)
	default:
		tileBothPortable(depth, left, step, right, c, strideC, weight, d, strideD)
	}
}

// solve subtracts leftᵀ · right from the tile t and solves L · Y = T in place. The rows
// of t and of l are stored without gaps; l is lower triangular, and its order is the
// number of rows of a tile.
func solve(depth int, left, right, l, t *float64) {
	switch active {
	case avx512:
		solveAVX512(depth, left, right, l, t)
	case avx2:
		solveAVX2(depth, left, right, l, t)
	default:
		solvePortable(depth, left, right, l, t)
	}
}

// solveBack computes [solve] for an upper triangular l, from the last row to the first.
// The product is summed from the last depth to the first.
func solveBack(depth int, left, right, l, t *float64) {
	switch active {
	case avx512:
		solveBackAVX512(depth, left, right, l, t)
	case avx2:
		solveBackAVX2(depth, left, right, l, t)
	default:
		solveBackPortable(depth, left, right, l, t)
	}
}

// copySliver copies the first width numbers of each of depth rows of src, which are
// stride apart, one after the other to dst.
func copySliver(dst []float64, width int, src []float64, stride, depth int) {
	_, _ = dst[depth*width-1], src[(depth-1)*stride+width-1]
	d, s := &dst[0], &src[0]
	switch {
	case active == avx512 && width == columnsAVX512:
		copy24AVX512(d, s, stride, depth)
	case active == avx512 && width == rowsAVX512:
		copy8AVX512(d, s, stride, depth)
	case active == avx2 && width == columnsAVX2:
		copy12AVX2(d, s, stride, depth)
	case active == avx2 && width == rowsAVX2:
		copy4AVX2(d, s, stride, depth)
	default:
		copyPortable(dst, width, src, stride, depth)
	}
}

// lessSliver writes rows of src minus shift as a sliver of a right factor, and adds
// them to sum.
func lessSliver(dst, src []float64, stride, depth int, shift, sum []float64) {
	if active == portable {
		lessPortable(dst, src, stride, depth, shift, sum)
		return
	}
	width := tileColumns()
	_, _ = dst[depth*width-1], src[(depth-1)*stride+width-1]
	_, _ = shift[width-1], sum[width-1]
	if active == avx512 {
		lessAVX512(&dst[0], &src[0], stride, depth, &shift[0], &sum[0])
	} else {
		lessAVX2(&dst[0], &src[0], stride, depth, &shift[0], &sum[0])
	}
}

// stepsTile adds the squared differences of consecutive rows of src to sum, for as many
// columns as a tile has.
func stepsTile(src []float64, stride, steps int, sum []float64) {
	if active == portable {
		stepsPortable(src, stride, steps, sum)
		return
	}
	width := tileColumns()
	_, _ = src[steps*stride+width-1], sum[width-1]
	if active == avx512 {
		stepsAVX512(&src[0], stride, steps, &sum[0])
	} else {
		stepsAVX2(&src[0], stride, steps, &sum[0])
	}
}

// transposeSliver writes the first count columns of the given number of rows of src,
// which are stride apart, as rows of dst, which are step apart.
func transposeSliver(dst []float64, step int, src []float64, stride, rows, count int) {
	_, _ = dst[(count-1)*step+rows-1], src[(rows-1)*stride+count-1]
	if active == portable {
		transposePortable(dst, step, src, stride, rows, count)
		return
	}
	side := 4
	if active == avx512 {
		side = 8
	}
	// Whole squares, then the rows below them, then the columns beside them.
	r, c := rows-rows%side, count-count%side
	if c > 0 {
		for at := 0; at < r; at += side {
			if active == avx512 {
				transposeAVX512(&dst[at], step, &src[at*stride], stride, c/side)
			} else {
				transposeAVX2(&dst[at], step, &src[at*stride], stride, c/side)
			}
		}
		if r < rows {
			transposePortable(dst[r:], step, src[r*stride:], stride, rows-r, c)
		}
	}
	if c < count {
		transposePortable(dst[c*step:], step, src[c:], stride, rows, count-c)
	}
}

// dot returns the inner product of x and y.
func dot(x, y []float64) (sum float64) {
	if len(x) == 0 {
		return 0
	}
	switch active {
	case avx512:
		dotAVX512(len(x), &x[0], &y[0], &sum)
	case avx2:
		dotAVX2(len(x), &x[0], &y[0], &sum)
	default:
		sum = dotPortable(x, y)
	}
	return sum
}

// axpy adds alpha · x to y.
func axpy(alpha float64, x, y []float64) {
	if len(x) == 0 {
		return
	}
	switch active {
	case avx512:
		axpyAVX512(len(x), alpha, &x[0], &y[0])
	case avx2:
		axpyAVX2(len(x), alpha, &x[0], &y[0])
	default:
		axpyPortable(alpha, x, y)
	}
}

func dotFour(f Four, x []float64, s *[4]float64) {
	switch active {
	case avx512:
		dotFourAVX512(len(x), &f.Data[0], f.Stride, &x[0], &s[0])
	case avx2:
		dotFourAVX2(len(x), &f.Data[0], f.Stride, &x[0], &s[0])
	default:
		dotFourPortable(f, x, s)
	}
}

func axpyFour(f Four, w *[4]float64, y []float64) {
	switch active {
	case avx512:
		axpyFourAVX512(len(y), &f.Data[0], f.Stride, &w[0], &y[0])
	case avx2:
		axpyFourAVX2(len(y), &f.Data[0], f.Stride, &w[0], &y[0])
	default:
		axpyFourPortable(f, w, y)
	}
}

func symvFour(f Four, w *[4]float64, x, y []float64, s *[4]float64) {
	switch active {
	case avx512:
		symvFourAVX512(len(x), &f.Data[0], f.Stride, &w[0], &x[0], &y[0], &s[0])
	case avx2:
		symvFourAVX2(len(x), &f.Data[0], f.Stride, &w[0], &x[0], &y[0], &s[0])
	default:
		symvFourPortable(f, w, x, y, s)
	}
}

func symvEight(e Eight, w *[8]float64, x, y []float64, s *[8]float64) {
	if active == avx512 {
		symvEightAVX512(len(x), &e.Data[0], e.Stride, &w[0], &x[0], &y[0], &s[0])
		return
	}
	symvFours(e, w, x, y, s)
}

func poleSumsUp(p Poles, s *[3]float64) {
	switch active {
	case avx512:
		poleSumsUpAVX512(len(p.D), &p.D[0], &p.Z[0], p.Origin, p.Tau, &s[0])
	case avx2:
		poleSumsUpAVX2(len(p.D), &p.D[0], &p.Z[0], p.Origin, p.Tau, &s[0])
	default:
		poleSumsUpPortable(p, s)
	}
}

func poleSumsDown(p Poles, s *[3]float64) {
	switch active {
	case avx512:
		poleSumsDownAVX512(len(p.D), &p.D[0], &p.Z[0], p.Origin, p.Tau, &s[0])
	case avx2:
		poleSumsDownAVX2(len(p.D), &p.D[0], &p.Z[0], p.Origin, p.Tau, &s[0])
	default:
		poleSumsDownPortable(p, s)
	}
}

func poleTerms(p Poles, dst []float64) {
	switch active {
	case avx512:
		poleTermsAVX512(len(dst), &p.D[0], &p.Z[0], p.Origin, p.Tau, &dst[0])
	case avx2:
		poleTermsAVX2(len(dst), &p.D[0], &p.Z[0], p.Origin, p.Tau, &dst[0])
	default:
		poleTermsPortable(p, dst)
	}
}

func poleRatios(p Poles, pole float64, y []float64) {
	switch active {
	case avx512:
		poleRatiosAVX512(len(y), &p.D[0], p.Origin, p.Tau, pole, &y[0])
	case avx2:
		poleRatiosAVX2(len(y), &p.D[0], p.Origin, p.Tau, pole, &y[0])
	default:
		poleRatiosPortable(p, pole, y)
	}
}

// cosineVectors transforms the first columns of 16 rows of n, and returns the number of
// these columns, a multiple of [lanes].
func cosineVectors(n int, x, y *[CosineLength][]float64) (done int) {
	if active == portable {
		return 0
	}
	if done = n - n%lanes(); done == 0 {
		return 0
	}
	if active == avx512 {
		cosine16AVX512(done, x, y, &cosineWeights[0])
	} else {
		cosine16AVX2(done, x, y, &cosineWeights[0])
	}
	return done
}

// exp replaces each number of x by its exponential.
func exp(x []float64) {
	if len(x) == 0 {
		return
	}
	switch active {
	case avx512:
		expAVX512(len(x), &x[0])
	case avx2:
		expAVX2(len(x), &x[0])
	default:
		expPortable(x)
	}
}

// expm1 replaces each number v of x by e^v - 1.
func expm1(x []float64) {
	if len(x) == 0 {
		return
	}
	switch active {
	case avx512:
		expm1AVX512(len(x), &x[0])
	case avx2:
		expm1AVX2(len(x), &x[0])
	default:
		expm1Portable(x)
	}
}

// squaredDistances sets each number of prod to max(0, xx + zz − 2·prod), and returns
// the smallest of them, ignoring NaN.
func squaredDistances(prod []float64, xx float64, zz []float64) (least float64) {
	if len(prod) == 0 {
		return math.Inf(1)
	}
	switch active {
	case avx512:
		squaredDistancesAVX512(len(prod), &prod[0], xx, &zz[0], &least)
	case avx2:
		squaredDistancesAVX2(len(prod), &prod[0], xx, &zz[0], &least)
	default:
		least = squaredDistancesPortable(prod, xx, zz)
	}
	return least
}

// sturmPoints returns the number of points that [sturm] evaluates at once.
func sturmPoints() int {
	switch active {
	case avx512:
		return 16
	case avx2:
		return 8
	}
	return sturmPointsPortable
}

// sturm counts the sign changes of the sequences at the first points.
func sturm(s *Sturm, points *[sturmMost]float64, changes *[sturmMost]int64) {
	switch active {
	case avx512:
		sturmAVX512(len(s.d), &s.d[0], &s.squares[0], &points[0], &changes[0])
	case avx2:
		sturmAVX2(len(s.d), &s.d[0], &s.squares[0], &points[0], &changes[0])
	default:
		sturmPortable(s, points, changes)
	}
}

// twisted computes [twistedPortable] on the active path.
func twisted(t *Twisted, lambda *[TwistedLanes]float64, up, down []float64, twist *[TwistedLanes]float64) {
	switch active {
	case avx512:
		twistedAVX512(t.n, &t.d[0], &t.e[0], &lambda[0], &up[0], &down[0], &twist[0])
	case avx2:
		twistedAVX2(t.n, &t.d[0], &t.e[0], &lambda[0], &up[0], &down[0], &twist[0])
	default:
		twistedPortable(t, lambda, up, down, twist)
	}
}
