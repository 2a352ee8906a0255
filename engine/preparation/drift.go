package preparation

import (
	"context"
	"math"
)

// drift returns √mean_j (x̄_j − f̄_j)²/s_j²: the distance of the means of the inputs of
// held from those of fit, in the standard deviations of fit, over the inputs that vary
// in fit. It returns 0 if none does or a part is empty, and fails only if ctx ends.
func drift(ctx context.Context, fit, held *Part) (float64, error) {
	if fit.Len() == 0 || held.Len() == 0 {
		return 0, nil
	}
	means, variances, err := fit.spread(ctx)
	if err != nil {
		return 0, err
	}
	of, _, err := held.spread(ctx)
	if err != nil {
		return 0, err
	}
	sum, varying := 0.0, 0
	for j, v := range variances {
		if v > 0 {
			d := of[j] - means[j]
			sum += d * d / v
			varying++
		}
	}
	return math.Sqrt(sum / float64(max(varying, 1))), nil
}
