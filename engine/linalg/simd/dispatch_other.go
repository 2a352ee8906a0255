//go:build !amd64

package simd

const maxTile = portableRows * portableColumns

func best() path       { return portable }
func tileRows() int    { return portableRows }
func tileColumns() int { return portableColumns }
func lanes() int       { return portableColumns }

func peak(_ path, rounds int) (products int) { return peakPortable(rounds) }

func tile(depth int, left *float64, step int, right *float64, alpha float64, c *float64, stride, keep int) {
	tilePortable(depth, left, step, right, alpha, c, stride, keep)
}

func tileFew(_, depth int, left *float64, step int, right *float64, alpha float64, c *float64, stride, keep int) {
	tilePortable(depth, left, step, right, alpha, c, stride, keep)
}

func tileTransposed(_, depth int, left, right, c *float64, stride int, _ *float64) {
	tileTransposedPortable(depth, left, right, c, stride)
}

func tileBoth(depth int, left *float64, step int, right *float64, c *float64, strideC int, weight float64, d *float64, strideD int) {
	tileBothPortable(depth, left, step, right, c, strideC, weight, d, strideD)
}

func solve(depth int, left, right, l, t *float64) { solvePortable(depth, left, right, l, t) }

func solveBack(depth int, left, right, l, t *float64) {
	solveBackPortable(depth, left, right, l, t)
}

func transposeSliver(dst []float64, step int, src []float64, stride, rows, count int) {
	transposePortable(dst, step, src, stride, rows, count)
}

func copySliver(dst []float64, width int, src []float64, stride, depth int) {
	copyPortable(dst, width, src, stride, depth)
}

func lessSliver(dst, src []float64, stride, depth int, shift, sum []float64) {
	lessPortable(dst, src, stride, depth, shift, sum)
}

func stepsTile(src []float64, stride, steps int, sum []float64) {
	stepsPortable(src, stride, steps, sum)
}

func dot(x, y []float64) float64                  { return dotPortable(x, y) }
func axpy(alpha float64, x, y []float64)          { axpyPortable(alpha, x, y) }
func dotFour(f Four, x []float64, s *[4]float64)  { dotFourPortable(f, x, s) }
func axpyFour(f Four, w *[4]float64, y []float64) { axpyFourPortable(f, w, y) }

func symvFour(f Four, w *[4]float64, x, y []float64, s *[4]float64) {
	symvFourPortable(f, w, x, y, s)
}

func symvEight(e Eight, w *[8]float64, x, y []float64, s *[8]float64) {
	symvFours(e, w, x, y, s)
}

func poleSumsUp(p Poles, s *[3]float64)             { poleSumsUpPortable(p, s) }
func poleSumsDown(p Poles, s *[3]float64)           { poleSumsDownPortable(p, s) }
func poleTerms(p Poles, dst []float64)              { poleTermsPortable(p, dst) }
func poleRatios(p Poles, pole float64, y []float64) { poleRatiosPortable(p, pole, y) }

func sturmPoints() int { return sturmPointsPortable }

func sturm(s *Sturm, points *[sturmMost]float64, changes *[sturmMost]int64) {
	sturmPortable(s, points, changes)
}

func twisted(t *Twisted, lambda *[TwistedLanes]float64, up, down []float64, twist *[TwistedLanes]float64) {
	twistedPortable(t, lambda, up, down, twist)
}

func exp(x []float64)   { expPortable(x) }
func expm1(x []float64) { expm1Portable(x) }

func squaredDistances(prod []float64, xx float64, zz []float64) (least float64) {
	return squaredDistancesPortable(prod, xx, zz)
}

func cosineVectors(int, *[CosineLength][]float64, *[CosineLength][]float64) (done int) { return 0 }
