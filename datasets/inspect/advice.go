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

// Advice is what the samples themselves say of a delay embedding (Takens'
// theorem asks for enough values at delays that show something new; paper 004,
// section 7.4).
type Advice struct {
	// Inputs are those that were looked at, the most variable ones.
	Inputs []InputAdvice `json:"inputs"`
	// L, Epsilon and Delta are the medians over them: ε the first minimum of the
	// mutual information or, without one, the first zero of the autocorrelation;
	// l the first with less than a hundredth of false nearest neighbours; δ as ε,
	// so that a window has one value that the one before has not.
	L       int `json:"l"`
	Epsilon int `json:"epsilon"`
	Delta   int `json:"delta"`
	// Windows is how many there would be, Short in how many segments none.
	Windows int `json:"windows"`
	Short   int `json:"short_segments"`
}

// InputAdvice is about one input. A lag of 0 stands for none up to Lags.
type InputAdvice struct {
	Name        string  `json:"name"`
	Lags        int     `json:"lags"` // the longest lag that was looked at
	Information int     `json:"first_minimum_of_mutual_information"`
	Zero        int     `json:"first_zero_of_autocorrelation"`
	L           int     `json:"l"`                // values in a window; 0 where none is enough
	False       float64 `json:"false_neighbours"` // share that is left with L, or with the most values tried
}

// Bounds of what advice looks at.
const (
	adviceInputs  = 8
	adviceSamples = 100_000
	adviceLags    = 2000
	adviceBins    = 16 // of equal counts, for mutual information
)

// Advise looks at series before any embedding. It fails where no segment is
// long enough to tell anything.
func Advise(ctx context.Context, s *data.Set) (*Advice, error) {
	spans, longest := adviceSpans(s)
	lags := min(adviceLags, longest/4)
	if lags < 2 {
		return nil, fmt.Errorf("the longest segment has %s, too few to say anything of delays: eight are the least", message.Counted(longest, "sample"))
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
	a.settle()
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

// Embed is the advice as --embed takes it.
func (a *Advice) Embed() string {
	return prepare.Embedding{L: a.L, Epsilon: a.Epsilon, Delta: a.Delta}.String()
}

// settle takes the medians over the inputs.
func (a *Advice) settle() {
	var epsilons, ls []int
	for _, in := range a.Inputs {
		epsilons = append(epsilons, max(1, cmp.Or(in.Information, in.Zero)))
		ls = append(ls, cmp.Or(in.L, mostValues))
	}
	a.Epsilon = middle(epsilons)
	a.L = max(2, middle(ls))
	a.Delta = a.Epsilon
}

// adviceSpans are the first segments, up to so many samples, and the length of
// the longest.
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

// variableInputs are the inputs of the largest variance that are not constant,
// in their order.
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

// firstZero is the first lag at which the autocorrelation inside segments is
// not above zero; 0 where there is none.
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

// firstMinimum is the first lag at which the mutual information between a value
// and the one so many samples later has a minimum; 0 where there is none. It is
// taken from counts over bins of equal numbers of values; the first lag at which
// chance explains it counts too, and a rise must be more than chance makes.
func firstMinimum(ctx context.Context, series [][]float64, lags int) int {
	bins := rankBins(series)
	n := 0
	for _, b := range bins {
		n += len(b)
	}
	const cells = (adviceBins - 1) * (adviceBins - 1)
	// mean and standard deviation of what independent values seem to share
	bias, chance := cells/(2*float64(n)), math.Sqrt(2*cells)/(2*float64(n))
	lowest, at := math.Inf(1), 0
	for lag := 1; lag <= lags && ctx.Err() == nil; lag++ {
		switch information := mutualInformation(bins, lag); {
		case information < bias+3*chance:
			return lag // nothing is left
		case information < lowest:
			lowest, at = information, lag
		case information > lowest+3*chance:
			return at
		}
	}
	return 0
}

// rankBins are the bins that the values of series fall into: of equal counts
// over all of them.
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

// mutualInformation is that of bins at a lag, in nats.
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

// middle is the middle one of some numbers, the lower of two.
func middle(x []int) int {
	x = slices.Sorted(slices.Values(x))
	return x[(len(x)-1)/2]
}
