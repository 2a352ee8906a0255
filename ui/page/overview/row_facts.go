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

// Confusions returns the confusion matrix of a row summed over folds, the number of mistakes,
// and the noun of the counted units: segments, or samples if labels change within segments. It
// returns nil without a classifier.
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

// KernelWord returns "shifted" or "plain" for the kernel of a point, "" if there is only one
// variant.
func KernelWord(p part.Point) clean.Text {
	switch _, two := resolve.Twin(p); {
	case !two:
		return ""
	case kernel.Shift.Of(p) == part.FlagOn:
		return "shifted"
	}
	return "plain"
}

// FeatureSigns returns a sign for each feature of the fold of a row that deviates most from
// unit variance: · within the tolerance, ▲ above, ▼ below; "" if no variances were recorded.
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
