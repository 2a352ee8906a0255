package overview

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Confusions are what the classes were taken for on the folds of a row, and what is counted:
// segments, as they are called, or samples where labels change inside segments; nil without a
// classifier.
func Confusions(sc *sweepview.Sweep, row *choose.Row) (mistakes int, counts [][]int, of clean.Text) {
	counts, segments := row.Confusion()
	switch {
	case counts == nil:
		return 0, nil, ""
	case segments:
		of = sc.SegmentsAre()
	default:
		of = "samples"
	}
	for i := range counts {
		for j, n := range counts[i] {
			if i != j {
				mistakes += n
			}
		}
	}
	return mistakes, counts, of
}

// KernelWord is the kernel that a point is computed with, "" where there is no
// other.
func KernelWord(p part.Point) clean.Text {
	switch _, two := resolve.Twin(p); {
	case !two:
		return ""
	case kernel.Shift.Of(p) == part.FlagOn:
		return "shifted"
	}
	return "plain"
}

// FeatureSigns has a sign for each feature of the fold of a row that is furthest
// from unit variance; "" where nothing was recorded of each.
func FeatureSigns(r *choose.Row, tolerance float64) clean.Text {
	var worst *result.Result
	most := math.Inf(-1)
	for _, res := range r.Results {
		off := max(math.Abs(float64(res.Variance.Min)-1), math.Abs(float64(res.Variance.Max)-1))
		if res.Error == "" && (worst == nil || off > most) {
			worst, most = res, off
		}
	}
	var b clean.Builder
	for _, v := range worst.Variance.Each {
		switch off := float64(v) - 1; {
		case math.Abs(off) <= tolerance:
			b.Add("·")
		case off < 0:
			b.Add("▼")
		default:
			b.Add("▲")
		}
	}
	return b.Text()
}
