package subset

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var onlineMAH = part.Part[Kind]{Name: "online-mah", Doc: "one pass: a sample becomes a support if its distance from the hull exceeds a threshold", Parameters: []part.Parameter{M, Sigma, Threshold}, Build: Kind{
	Samples: true, Numbers: valuesAt, Choose: chooseOnlineMAH, Work: passes,
}}

func chooseOnlineMAH(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	if eta := Threshold.Of(at); eta.OK {
		return chooseAtThreshold(ctx, from, m, at, eta.X)
	}
	p, eta, err := OnlineMAHTo(ctx, kernel.At(at), from.X, m)
	s, err := hullSupports(ctx, at, from, m, p, err)
	if err == nil {
		s.Note = fmt.Sprintf("online MAH took %d samples at threshold %.4g", len(p.Index), eta)
	}
	return s, err
}

// chooseAtThreshold picks at most m samples in one pass with the threshold eta.
func chooseAtThreshold(ctx context.Context, from Candidates, m int, at part.Point, eta float64) (*Supports, error) {
	p, err := OnlineMAH(ctx, kernel.At(at), from.X, eta, m)
	if err == nil && len(p.Index) < 2 {
		return nil, fmt.Errorf("online MAH picked %d of %d samples at threshold %.4g, and a kernel expansion needs 2: take a smaller --%s", len(p.Index), from.X.RawMatrix().Rows, eta, Threshold.Axis().Name)
	}
	s, err := hullSupports(ctx, at, from, m, p, err)
	if err != nil {
		return nil, err
	}
	s.Note = fmt.Sprintf("online MAH took %d samples at threshold %.4g", len(s.Index), eta)
	if skipped := from.X.RawMatrix().Rows - 1 - p.Index[len(p.Index)-1]; len(p.Index) == m && skipped > 0 {
		s.Note += fmt.Sprintf(", the most that --m allows, and skipped the last %d", skipped)
	}
	return s, nil
}

// OnlineMAH returns the first m samples, in the order of the rows of x (n×d), whose
// squared Hilbert-space distance to the span of the previous picks exceeds eta (Csató
// and Opper 2002; Böhmer et al. 2012, section 4). eta is in the units of κ, and at
// least [Tolerance] of the largest κ(x, x). It takes O(m²n + mnd) time and O(m² + md +
// n) memory.
func OnlineMAH(ctx context.Context, k kernel.Kernel, x *mat.Dense, eta float64, m int) (Picks, error) {
	self, err := newResiduals(k, x, meanOf(x))
	if err != nil {
		return Picks{}, err
	}
	p, err := online(ctx, self, eta, m)
	p.Spans = eta <= self.stop() && len(p.Index) < m
	return p, err
}

// searchPasses limits the passes of the search for a threshold through the samples,
// without the pass at the lowest threshold.
const searchPasses = 20

// OnlineMAHTo searches the threshold at which online MAH picks m of the rows of x, and
// returns its picks and the threshold. The number of picks decreases with the threshold
// (Böhmer et al. 2012, section 4), so the search bisects an interval; passes that
// exceed m are cut short. If no threshold yields m, because residuals are equal or the
// search ends after 20 bisections, it returns the largest number of picks that does not
// exceed m. If the residuals of samples are so similar that the picks jump from none to
// more than m, it returns the first m.
func OnlineMAHTo(ctx context.Context, k kernel.Kernel, x *mat.Dense, m int) (Picks, float64, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	self, err := newResiduals(k, x, meanOf(x))
	if err != nil {
		return Picks{}, 0, err
	}
	p, err := online(ctx, self, 0, min(m+1, n))
	if err != nil || len(p.Index) <= m {
		p.Spans = len(p.Index) < m
		return p, self.stop(), err
	}
	var best Picks
	eta := self.largest
	over, overEta := p, self.stop()
	lo, hi := logit(Tolerance), -logit(Tolerance)
	for range searchPasses {
		at := (lo + hi) / 2
		threshold := self.largest / (1 + math.Exp(-at))
		p, err := online(ctx, self, threshold, m+1)
		switch {
		case err != nil:
			return Picks{}, 0, err
		case len(p.Index) == m:
			return p, threshold, nil
		case len(p.Index) > m:
			lo, over, overEta = at, p, threshold
		default:
			hi = at
			if len(p.Index) > len(best.Index) {
				best, eta = p, threshold
			}
		}
	}
	if len(best.Index) == 0 {
		return Picks{Index: over.Index[:m]}, overEta, nil
	}
	return best, eta, nil
}

// logit maps the shares 0 … 1 of the largest residual to the real line: wide kernels
// need a fine scale near 0, narrow ones near 1.
func logit(share float64) float64 { return math.Log(share / (1 - share)) }
