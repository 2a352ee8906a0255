package papers

import "example.com/sfatui/engine/result"

var bohmerClaims = map[string]claim{
	"bohmer-1": {
		func(r *result.Result) {
			slow(r, 0.2, 0.6)
			if r.Point.Lambda.X > 0 {
				slow(r, 0.2, 0.2)
			} else if r.Point.Cut.OK && r.Point.Sigma.X >= 200 {
				unstable(r)
			}
		},
		map[string]fill{
			"no over-fitting": func(r *result.Result) { slow(r, 0.2, 0.2) },
			"a narrow range": func(r *result.Result) {
				if r.Point.Sigma.X != 5 && r.Point.Lambda.X > 0 {
					slow(r, 0.2, 0.4)
				}
			},
			"unit variance never lost": func(r *result.Result) { r.Variance.OK = true },
			"unit variance never regained": func(r *result.Result) {
				if r.Point.Cut.OK {
					unstable(r)
				}
			},
			"unit variance lost at the least width": func(r *result.Result) {
				if !r.Point.Cut.OK && r.Point.Sigma.X == 0.5 {
					unstable(r)
				}
			},
		},
	},
	"bohmer-1b": {
		func(r *result.Result) {
			slow(r, 0.2, 0.2)
			if r.Point.Sigma.X < 5 || r.Point.Lambda.X > 0 {
				slow(r, 0.2, 0.3)
			}
		},
		map[string]fill{
			"regularisation helps": func(r *result.Result) {
				if r.Point.Lambda.X == 1e-7 && r.Point.Sigma.X == 20 {
					slow(r, 0.2, 0.1)
				}
			},
			"a narrow range": func(r *result.Result) {
				if r.Point.Sigma.X > 20 {
					slow(r, 0.2, 0.4)
				}
			},
			"unit variance lost": func(r *result.Result) {
				if r.Point.Sigma.X == 500 {
					unstable(r)
				}
			},
		},
	},
	"bohmer-2": {
		func(r *result.Result) {
			slow(r, 0.5, 0.5)
			if r.Point.Select == "random" {
				slow(r, 0.5, 1+0.01*float64(r.Point.Draw))
			}
		},
		map[string]fill{
			"random subsets within two deviations": func(r *result.Result) {
				if r.Point.Select == "random" && r.Point.M == 300 {
					slow(r, 0.5, 0.3+0.1*float64(r.Point.Draw))
				}
			},
			"one way far behind": func(r *result.Result) {
				if r.Point.Select == "mp-kpca" {
					slow(r, 0.5, 0.85)
				}
			},
			"MP-MAH unlike online MAH": func(r *result.Result) {
				if r.Point.Select == "online-mah" && r.Point.M == 500 {
					slow(r, 0.5, 0.64)
				}
			},
		},
	},
	"bohmer-3": {
		func(r *result.Result) {
			p := r.Point
			switch {
			case p.Space == "linear":
				words(r, 0.55)
			case p.P == 499:
				words(r, 0.98)
			case p.Method == "pca":
				words(r, 0.6)
			case p.Select == "random":
				words(r, 0.9)
			default:
				words(r, 0.98)
			}
		},
		map[string]fill{
			"kernel PCA with few features": func(r *result.Result) {
				if p := r.Point; p.Method == "pca" && p.Select == "mp-mah" && p.P == 8 && p.Readout == "lda" {
					words(r, 0.99)
				}
			},
			"kernel PCA ahead in a larger space": func(r *result.Result) {
				if p := r.Point; p.Method == "pca" && p.Select == "random" && p.P == 128 {
					words(r, 0.95)
				}
			},
			"random supports as good": func(r *result.Result) {
				if p := r.Point; p.Select == "random" && p.P == 32 {
					words(r, 0.98)
				}
			},
			"few words right": func(r *result.Result) {
				if r.Accuracy.Segment > 0.97 {
					words(r, 0.96)
				}
			},
			"raw windows tell the words": func(r *result.Result) {
				if p := r.Point; p.Space == "linear" && p.Method == "pca" && p.P == 499 {
					words(r, 0.8)
				}
			},
		},
	},
}
