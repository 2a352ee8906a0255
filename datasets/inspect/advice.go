package inspect

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/prepare"
)

// Advice proposes a delay embedding for the samples. Takens' theorem requires
// enough values, at delays that add new information (paper 004, section 7.4).
type Advice struct {
	// Inputs holds the advice for the most variable inputs.
	Inputs []InputAdvice `json:"inputs"`
	// L, Epsilon and Delta are the medians over the inputs: ε is the first minimum of
	// the mutual information or, without one, the first zero of the autocorrelation; l
	// is the smallest with less than one per cent of false nearest neighbours; δ is the
	// largest step up to ε with which every row is in a window.
	L       int `json:"l"`
	Epsilon int `json:"epsilon"`
	Delta   int `json:"delta"`
	// Windows is the resulting number of windows, Short the number of segments
	// without one.
	Windows int `json:"windows"`
	Short   int `json:"short_segments"`
}

// InputAdvice is the advice for one input. A lag of 0 means none up to Lags.
type InputAdvice struct {
	Name        string  `json:"name"`
	Lags        int     `json:"lags"` // longest lag examined
	Information int     `json:"first_minimum_of_mutual_information"`
	Zero        int     `json:"first_zero_of_autocorrelation"`
	L           int     `json:"l"`                // values in a window; 0 if none suffices
	False       float64 `json:"false_neighbours"` // remaining share with L, or with the most values tried
}

// Limits of the data that advice uses.
const (
	adviceInputs  = 8
	adviceSamples = 100_000
	adviceLags    = 2000
	adviceBins    = 16 // bins of equal counts, for mutual information
)

// Advise proposes a delay embedding for series that are not embedded. It
// returns an error if no segment is long enough.
func Advise(ctx context.Context, s *data.Set) (*Advice, error) {
	spans, longest := adviceSpans(s)
	lags := min(adviceLags, longest/4)
	if lags < 2 {
		return nil, fmt.Errorf("the longest segment has %s, too few to suggest delays: at least eight are required", message.Counted(longest, "sample"))
	}
	a := &Advice{}
	columns, err := summarise(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, c := range variableInputs(columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		series := make([][]float64, len(spans))
		for i, span := range spans {
			for t := span.Start; t < span.End; t++ {
				series[i] = append(series[i], s.X.At(t, c))
			}
		}
		in := InputAdvice{Name: s.Inputs[c], Lags: lags, Information: firstMinimum(ctx, series, lags), Zero: firstZero(series, lags)}
		in.L, in.False = enoughValues(ctx, series, max(1, cmp.Or(in.Information, in.Zero)))
		a.Inputs = append(a.Inputs, in)
	}
	if a.Inputs == nil {
		return nil, fmt.Errorf("all inputs are constant: there is nothing to embed")
	}
	a.computeMedians()
	e := prepare.Embedding{L: a.L, Epsilon: a.Epsilon, Delta: a.Delta}
	for _, seg := range s.Segments {
		n := e.Windows(seg.Len())
		a.Windows += n
		if n == 0 {
			a.Short++
		}
	}
	return a, ctx.Err()
}

// Embed returns the advice in the notation of --embed.
func (a *Advice) Embed() string {
	return prepare.Embedding{L: a.L, Epsilon: a.Epsilon, Delta: a.Delta}.String()
}

// computeMedians computes the medians over the inputs.
func (a *Advice) computeMedians() {
	var epsilons, ls []int
	for _, in := range a.Inputs {
		epsilons = append(epsilons, max(1, cmp.Or(in.Information, in.Zero)))
		ls = append(ls, cmp.Or(in.L, mostValues))
	}
	a.Epsilon = lowerMedian(epsilons)
	a.L = max(2, lowerMedian(ls))
	a.Delta = coveringStep(a.L, a.Epsilon)
}

// coveringStep returns the largest δ up to ε with which the windows of l values contain all rows.
// A window has the rows εk for k < l. Modulo δ these are all rows if δ ≤ l, and ε and δ have no
// common divisor; else some are in no window.
func coveringStep(l, epsilon int) int {
	delta := min(l, epsilon)
	for gcd(epsilon, delta) > 1 {
		delta--
	}
	return delta
}

// gcd returns the greatest common divisor of two positive numbers.
func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// adviceSpans returns the first segments of the training data, up to
// adviceSamples samples, and the length of the longest.
func adviceSpans(s *data.Set) (spans []data.Span, longest int) {
	left := adviceSamples
	for i, seg := range s.Segments {
		if seg.Held || left == 0 {
			continue
		}
		span := data.Span{Segment: i, Start: seg.Start, End: min(seg.End, seg.Start+left)}
		left -= span.Len()
		longest = max(longest, span.Len())
		spans = append(spans, span)
	}
	return spans, longest
}

// variableInputs returns the non-constant inputs of largest variance, in the
// order of the inputs.
func variableInputs(columns []column) []int {
	var order []int
	for c, column := range columns {
		if column.square > 0 {
			order = append(order, c)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(columns[b].square, columns[a].square) })
	order = order[:min(len(order), adviceInputs)]
	slices.Sort(order)
	return order
}

// firstZero returns the first lag at which the autocorrelation within segments
// is not positive; 0 for none.
func firstZero(series [][]float64, lags int) int {
	mean, n := 0.0, 0
	for _, x := range series {
		for _, v := range x {
			n++
			mean += (v - mean) / float64(n)
		}
	}
	for lag := 1; lag <= lags; lag++ {
		sum := 0.0
		for _, x := range series {
			for t := lag; t < len(x); t++ {
				sum += (x[t] - mean) * (x[t-lag] - mean)
			}
		}
		if sum <= 0 {
			return lag
		}
	}
	return 0
}

// firstMinimum returns the lag of the first minimum of the mutual information
// between values that are a lag apart; 0 for none. It is estimated over bins of
// equal counts. The first lag at which chance explains the information also
// counts; a rise must exceed chance.
func firstMinimum(ctx context.Context, series [][]float64, lags int) int {
	bins := rankBins(series)
	n := 0
	for _, b := range bins {
		n += len(b)
	}
	const cells = (adviceBins - 1) * (adviceBins - 1)
	// mean and standard deviation of the estimate for independent values
	bias, chance := cells/(2*float64(n)), math.Sqrt(2*cells)/(2*float64(n))
	lowest, at := math.Inf(1), 0
	for lag := 1; lag <= lags && ctx.Err() == nil; lag++ {
		switch information := mutualInformation(bins, lag); {
		case information < bias+3*chance:
			return lag // no information remains
		case information < lowest:
			lowest, at = information, lag
		case information > lowest+3*chance:
			return at
		}
	}
	return 0
}

// rankBins returns the bin of each value, with bins of equal counts over all
// series.
func rankBins(series [][]float64) [][]int {
	var all []float64
	for _, x := range series {
		all = append(all, x...)
	}
	slices.Sort(all)
	var edges [adviceBins - 1]float64
	for k := range edges {
		edges[k] = all[(k+1)*len(all)/adviceBins]
	}
	bins := make([][]int, len(series))
	for i, x := range series {
		bins[i] = make([]int, len(x))
		for t, v := range x {
			for _, edge := range edges {
				if v >= edge {
					bins[i][t]++
				}
			}
		}
	}
	return bins
}

// mutualInformation returns the mutual information of bins at a lag, in nats.
func mutualInformation(series [][]int, lag int) float64 {
	var joint [adviceBins][adviceBins]float64
	var first, second [adviceBins]float64
	n := 0.0
	for _, b := range series {
		for t := lag; t < len(b); t++ {
			i, j := b[t-lag], b[t]
			joint[i][j]++
			first[i]++
			second[j]++
			n++
		}
	}
	sum := 0.0
	for i := range joint {
		for j, count := range joint[i] {
			if count > 0 {
				sum += count / n * math.Log(count*n/(first[i]*second[j]))
			}
		}
	}
	return sum
}

// lowerMedian returns the median of some numbers, the lower of two.
func lowerMedian(x []int) int {
	x = slices.Sorted(slices.Values(x))
	return x[(len(x)-1)/2]
}
