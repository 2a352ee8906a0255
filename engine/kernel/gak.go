package kernel

import (
	"math"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
)

// GAK is the global alignment kernel of whole series, normalised: the sum over all
// alignments of the products of local similarities, divided by the geometric mean of
// those of each series with itself (Cuturi 2011). It is positive definite.
type GAK struct{ align.GAK }

var gak = part.Part[Kind]{
	Name: "gak", Doc: "global alignment of whole series", Parameters: []part.Parameter{Sigma, Band, Shift},
	Build: func(p part.Point) Kernel { return GAK{align.GAK{Sigma: Sigma.X(p), Band: int(Band.X(p))}} },
}

func (GAK) Name() string { return "gak" }

// TranslationInvariant returns false: rows hold series, which have no origin to move.
func (GAK) TranslationInvariant() bool { return false }

// CanShift returns true: κ−1 is the expm1 of a difference of logarithms.
func (GAK) CanShift() bool { return true }

// Align returns the logarithm of the unnormalised kernel.
func (k GAK) Align(a *align.Aligner, x, y align.Series) float64 { return k.Log(a, x, y) }

// Self returns Align of a series with itself.
func (k GAK) Self(a *align.Aligner, x align.Series) float64 { return k.Log(a, x, x) }

func (k GAK) Apply(log []float64, xx float64, zz []float64, shift bool) {
	for j, v := range log {
		log[j] = min(0, v-(xx+zz[j])/2) // positive values are rounding errors
	}
	exponential(log, shift)
}

// Rounding returns a bound of a few units for each frame of both series, and for the
// logarithms.
func (k GAK) Rounding(frames int, self float64) float64 {
	return (32*float64(2*frames) + 2*self) * 0x1p-52
}

func (k GAK) Work(frames float64, channels int) float64 {
	w := align.Window{}
	if k.Band > 0 {
		w = align.Band(k.Band)
	}
	return pathWork(frames, channels, w)
}

// warping computes costs of best alignments.
type warping struct {
	// Window limits how far apart aligned frames may be. A band is widened to the
	// difference of the lengths of two series.
	Window align.Window
}

// Align returns the cost of the best alignment.
func (k warping) Align(a *align.Aligner, x, y align.Series) float64 {
	return a.DTW(x, y, k.Window.Widened(x.Len(), y.Len()))
}

func (k warping) Work(frames float64, channels int) float64 {
	return pathWork(frames, channels, k.Window)
}

// DTW is exp(−D/2σ²), with D the cost of the best alignment of two series. It need not
// be positive semidefinite.
type DTW struct {
	Sigma float64
	warping
}

var dtw = part.Part[Kind]{
	Name: "dtw", Doc: "exp(−D/2σ²) of the time-warped distance D of whole series",
	Parameters: []part.Parameter{Sigma, Band, Indefinite, Shift},
	Build:      func(p part.Point) Kernel { return DTW{Sigma.X(p), warping{Window(p)}} },
}

func (DTW) Name() string { return "dtw" }

// TranslationInvariant returns false: rows hold series, which have no origin to move.
func (DTW) TranslationInvariant() bool { return false }

// CanShift returns true: κ−1 = expm1(−D/2σ²).
func (DTW) CanShift() bool { return true }

// Self returns 0.
func (DTW) Self(*align.Aligner, align.Series) float64 { return 0 }

func (k DTW) Apply(cost []float64, _ float64, _ []float64, shift bool) {
	floats.Scale(max(-math.MaxFloat64, -1/(2*k.Sigma*k.Sigma)), cost)
	exponential(cost, shift)
}

// Rounding returns a bound of a few units for each frame of both series: x·e⁻ˣ is below
// 1.
func (DTW) Rounding(frames int, _ float64) float64 { return 4 * float64(2*frames) * 0x1p-52 }

// WarpedSquares is −D/2, where the cost D of the best alignment stands for a squared
// distance. Centred on the supports, as features are, it is −½HDH (Hammer 2014, section
// 7.2): the inner products of points with these distances, if such points exist.
type WarpedSquares struct {
	productTraits
	warping
}

var warpedSquares = part.Part[Kind]{
	Name: "dtw-squares", Doc: "−D/2 of the time-warped distance D of whole series, doubly centred",
	Parameters: []part.Parameter{Band, Indefinite},
	Build:      func(p part.Point) Kernel { return WarpedSquares{warping: warping{Window(p)}} },
}

func (WarpedSquares) Name() string { return "dtw-squares" }

// Self returns twice the squared length of a series, which bounds the terms of its
// costs.
func (WarpedSquares) Self(_ *align.Aligner, x align.Series) float64 {
	return 2 * floats.Dot(x.X, x.X)
}

func (k WarpedSquares) Apply(cost []float64, _ float64, _ []float64, _ bool) {
	floats.Scale(-0.5, cost)
}

// Rounding returns a bound of a few units for each frame, of costs that are at most
// those of the lengths of both series.
func (WarpedSquares) Rounding(frames int, self float64) float64 {
	return 4 * float64(2*frames) * self * 0x1p-52
}
