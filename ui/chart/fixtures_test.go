package chart

import (
	"math"
	"math/rand/v2"

	"example.com/sfatui/ui/clean"
)

// sigmas are seven widths over three decades, lambdas the usual four values.
var (
	sigmas  = []float64{0.5, 1.58, 5, 15.8, 50, 158, 500}
	lambdas = []float64{0, 1e-7, 1e-5, 1e-3}
)

// sweepPlot returns a typical chart of half a small screen: accuracy over σ, one curve for each
// λ, with error bars, violated points and the best one.
func sweepPlot() Plot {
	p := Plot{XLabel: "σ", YLabel: "accuracy", LogX: true, Lines: []Line{{Y: 0.1, Label: "chance"}}}
	for i, lambda := range lambdas {
		s := Series{Name: "λ=" + formatNumber(lambda), X: sigmas}
		for j := range sigmas {
			off := float64(j) - 3 - 0.13*float64(i)
			y := 0.95 - 0.075*off*off*(1+0.1*math.Abs(float64(i)-1))
			if i == 3 {
				y -= 0.027 * float64(j)
			}
			s.Y = append(s.Y, max(y, 0.11))
			s.Err = append(s.Err, 0.02+0.01*float64(j%3))
			s.Bad = append(s.Bad, i == 0 && j > 4)
		}
		p.Series = append(p.Series, s)
	}
	p.Best = &Mark{X: sigmas[3], Y: p.Series[1].Y[3]}
	return p
}

// spreadPlot returns curves far apart on two logarithmic axes.
func spreadPlot() Plot {
	p := Plot{XLabel: "kernel width σ", YLabel: "slowness", Title: "fold 2", LogX: true, LogY: true}
	for i, lambda := range lambdas {
		s := Series{Name: "λ=" + formatNumber(lambda), X: sigmas}
		for j := range sigmas {
			off := float64(j) - 2 - 0.7*float64(i)
			s.Y = append(s.Y, 0.02*math.Pow(10, float64(i)/3+0.12*off*off))
			s.Bad = append(s.Bad, j == 6)
		}
		p.Series = append(p.Series, s)
	}
	p.Here = &Mark{X: 50, Y: math.NaN()}
	return p
}

// lambdaPlot returns a plot with values that have no logarithm.
func lambdaPlot() Plot {
	return Plot{
		XLabel: "λ", YLabel: "max |var−1|", Title: "of the columns", LogX: true, LogY: true,
		Lines: []Line{{Y: 0.05, Label: "tolerance", Role: Warn}},
		Series: []Series{
			{Name: "σ=5", X: lambdas, Y: []float64{3e-7, 0, 0.004, 0.4}, Bad: []bool{3: true}},
			{Name: "σ=50", X: lambdas, Y: []float64{3e-7, 2e-4, 0.04, 0.4}, Bad: []bool{3: true}},
		},
	}
}

// zerosPlot returns two curves in the same cells under a tolerance, on a logarithmic axis.
func zerosPlot(y ...float64) Plot {
	p := Plot{XLabel: "feature", LogY: true, Lines: []Line{{Y: 0.05, Label: "tolerance 0.05", Role: Warn}}}
	for _, name := range []clean.Text{"shifted", "plain"} {
		p.Series = append(p.Series, Series{Name: name, X: []float64{1, 2, 3, 4}, Y: y})
	}
	return p
}

// densePlot returns a plot with more points than columns.
func densePlot() Plot {
	p := Plot{XLabel: "t", YLabel: "feature"}
	for i, name := range []clean.Text{"slowest", "second"} {
		s := Series{Name: name}
		for j := range 1000 {
			s.X = append(s.X, float64(j))
			s.Y = append(s.Y, 1.4*math.Sin(float64(j)/(80+40*float64(i))))
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// noisyPlot returns 400 samples of a sine with a noise of 10 % of its amplitude.
func noisyPlot(strokes Strokes, ascii bool) Plot {
	rng := rand.New(rand.NewPCG(1, 2))
	s := Series{Name: "sine with 10 % noise"}
	for i := range 400 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i)/40)+0.1*rng.NormFloat64())
	}
	return Plot{XLabel: "t", YLabel: "feature", Strokes: strokes, ASCII: ascii, Series: []Series{s}}
}

// braille returns a plot drawn in braille.
func braille(p Plot) Plot {
	p.Strokes = Braille
	return p
}

// partialPlot returns an unfinished sweep over m with a failed point.
func partialPlot() Plot {
	return Plot{
		XLabel: "m", YLabel: "accuracy", Title: "vowels",
		Series: []Series{{
			X: []float64{400, 50, 100, 200}, Y: []float64{0.9, 0.5, 0.7, math.NaN()},
			Err: []float64{0.04, 0.1, 0.05, 0.05},
		}},
	}
}

func asciiPlot() Plot {
	p := sweepPlot()
	p.ASCII = true
	return p
}

func noErr(p Plot) Plot {
	for i := range p.Series {
		p.Series[i].Err = nil
	}
	return p
}
