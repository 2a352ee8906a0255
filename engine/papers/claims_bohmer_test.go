package papers

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

var bohmerClaims = map[string]claim{
	"bohmer-1": {
		func(r *result.Result) {
			slow(r, 0.2, 0.6)
			if method.Lambda.X(r.Point) > 0 {
				slow(r, 0.2, 0.2)
			} else if method.Cut.Of(r.Point).OK && kernel.Sigma.X(r.Point) >= 200 {
				unstable(r)
			}
		},
		map[string]fill{
			"no over-fitting": func(r *result.Result) { slow(r, 0.2, 0.2) },
			"a narrow range": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) != 5 && method.Lambda.X(r.Point) > 0 {
					slow(r, 0.2, 0.4)
				}
			},
			"unit variance never lost": func(r *result.Result) { r.Variance.Min, r.Variance.OK = 1, true },
			"unit variance never regained": func(r *result.Result) {
				if method.Cut.Of(r.Point).OK {
					unstable(r)
				}
			},
			"unit variance lost at the least width": func(r *result.Result) {
				if !method.Cut.Of(r.Point).OK && kernel.Sigma.X(r.Point) == 0.5 {
					unstable(r)
				}
			},
		},
	},
	"bohmer-1b": {
		func(r *result.Result) {
			slow(r, 0.2, 0.2)
			if method.Lambda.X(r.Point) > 0 {
				slow(r, 0.2, 0.3)
			}
		},
		map[string]fill{
			"regularisation helps": func(r *result.Result) {
				if method.Lambda.X(r.Point) == 1e-7 && kernel.Sigma.X(r.Point) == 50 {
					slow(r, 0.2, 0.1)
				}
			},
			"not down to the least width": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) == 1 {
					slow(r, 0.2, 0.4)
				}
			},
			"a narrow range": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) > 20 {
					slow(r, 0.2, 0.4)
				}
			},
			"unit variance lost": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) == 500 {
					unstable(r)
				}
			},
		},
	},
	"bohmer-2": {
		func(r *result.Result) {
			slow(r, 0.5, 0.5)
			if subset.Name.Of(r.Point) == "random" {
				slow(r, 0.5, 1+0.01*float64(r.Point.Draw))
			}
		},
		map[string]fill{
			"random subsets as good on some folds": func(r *result.Result) {
				if subset.Name.Of(r.Point) == "random" {
					slow(r, 0.5, []float64{0.4, 1.2, 0.45, 1.3}[r.Point.Fold])
				}
			},
			"one way far behind": func(r *result.Result) {
				if subset.Name.Of(r.Point) == "mp-kpca" {
					slow(r, 0.5, 0.85)
				}
			},
			"MP-MAH unlike online MAH": func(r *result.Result) {
				if subset.Name.Of(r.Point) == "online-mah" {
					slow(r, 0.5, 0.64)
				}
			},
		},
	},
	"bohmer-3": {
		func(r *result.Result) {
			p := r.Point
			switch {
			case space.Name.Of(p) == "linear":
				words(r, 0.55)
			case method.P.Of(p) == 249:
				words(r, 0.98)
			case method.Name.Of(p) == "pca":
				words(r, 0.6)
			case subset.Name.Of(p) == "random":
				words(r, 0.9)
			default:
				words(r, 0.98)
			}
		},
		map[string]fill{
			"kernel PCA with few features": func(r *result.Result) {
				if p := r.Point; method.Name.Of(p) == "pca" && subset.Name.Of(p) == "mp-mah" && method.P.Of(p) <= 32 && readout.Name.Of(p) == "least-squares" {
					words(r, 1.4)
				}
			},
			"kernel PCA ahead in a larger space": func(r *result.Result) {
				if p := r.Point; method.Name.Of(p) == "pca" && subset.Name.Of(p) == "random" && method.P.Of(p) == 80 {
					words(r, 0.95)
				}
			},
			"random supports as good": func(r *result.Result) {
				if p := r.Point; subset.Name.Of(p) == "random" && method.P.Of(p) <= 32 {
					words(r, 0.98)
				}
			},
			"few words right": func(r *result.Result) {
				if r.Accuracy.Segment > 0.97 {
					words(r, 0.96)
				}
			},
			"raw windows tell the words": func(r *result.Result) {
				if p := r.Point; space.Name.Of(p) == "linear" && method.Name.Of(p) == "pca" && method.P.Of(p) == 249 {
					words(r, 0.8)
				}
			},
		},
	},
}
