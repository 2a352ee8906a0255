package preparation

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/order"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Clipping is one way to bound each input by what is usual of it on the training part. Its
// words are the name and a number, such as mad:5.
type Clipping struct {
	// Write shows a word, and says what its number means.
	Write string
	// Takes says whether a number makes sense.
	Takes func(v float64) bool
	// Bounds are what the values of an input, of which none is missing, are clipped to at a
	// number. The values are used up.
	Bounds func(values []float64, v float64) (lo, hi float64)
}

// Clippings are all of them.
var Clippings = part.NewList[Clipping]("clip")

func init() {
	Clippings.Register(byQuantile, byDeviations)
	Clip.Axis().Doc = clipHelp()
}

var byQuantile = part.Part[Clipping]{
	Name: "quantile", Prefix: "quantile:", Doc: "quantile:0.01 at each end",
	Build: Clipping{
		Write: "quantile:0.01 (a share below 0.5 at each end)",
		Takes: func(v float64) bool { return v > 0 && v < 0.5 },
		Bounds: func(values []float64, v float64) (lo, hi float64) {
			last := float64(len(values) - 1)
			return order.Nth(values, int(v*last)), order.Nth(values, int(math.Ceil((1-v)*last)))
		},
	},
}

// madScale makes the median absolute deviation of normal numbers their standard
// deviation.
const madScale = 1.4826

// byDeviations clips nothing where more than half of the values are one, which leaves no
// deviation to measure by.
var byDeviations = part.Part[Clipping]{
	Name: "mad", Prefix: "mad:", Doc: "mad:5 deviations from the median",
	Build: Clipping{
		Write: "mad:5 (that many deviations from the median)",
		Takes: func(v float64) bool { return v > 0 && !math.IsInf(v, 0) },
		Bounds: func(values []float64, v float64) (lo, hi float64) {
			median := order.Nth(values, len(values)/2)
			for i, x := range values {
				values[i] = math.Abs(x - median)
			}
			reach := v * madScale * order.Nth(values, len(values)/2)
			if reach == 0 {
				return math.Inf(-1), math.Inf(1)
			}
			return median - reach, median + reach
		},
	},
}

// Clip is the setting that bounds each input by what is usual of it on the training part.
var Clip = part.NewWord(part.Axis{
	Name: "clip", Shared: part.Preparing, Step: 1, Unset: "none", Examples: []string{"mad:5", "quantile:0.01"}, Report: "outliers clipped",
	Read: func(word string) (string, error) {
		_, err := boundsOf(word)
		return word, err
	},
	Method: func(by string) string {
		if by == "" {
			return ""
		}
		return "outliers were clipped at " + by + ", by the training part"
	},
})

// clipHelp returns what may be written to clip by.
func clipHelp() string {
	var words []string
	for _, c := range Clippings.All() {
		words = append(words, c.Doc)
	}
	return "clip outliers at limits from the training part: " + strings.Join(words, ", or ")
}

// bounds gives the lowest and the highest value of an input from its values, which it uses
// up.
type bounds func(values []float64) (lo, hi float64)

// boundsOf reads a way to clip; "" and "none" give nil, which is none.
func boundsOf(word string) (bounds, error) {
	if word == "" || word == "none" {
		return nil, nil
	}
	name, number, _ := strings.Cut(word, ":")
	v, err := strconv.ParseFloat(number, 64)
	if c := Clippings.Named(name); c != nil && err == nil && c.Build.Takes(v) {
		return func(values []float64) (lo, hi float64) { return c.Build.Bounds(values, v) }, nil
	}
	var words []string
	for _, c := range Clippings.All() {
		words = append(words, c.Build.Write)
	}
	return nil, fmt.Errorf("%q: write %s or none", word, strings.Join(words, ", "))
}

// clip fits the bounds to the first part and clips all parts.
func clip(ctx context.Context, of bounds, parts []*Part) (lo, hi []float64, note string, err error) {
	n, d := parts[0].X.Dims()
	lo, hi = make([]float64, d), make([]float64, d)
	buffers := sync.Pool{New: func() any { b := make([]float64, n); return &b }}
	err = parallel.For(ctx, d, 1, func(from, to int) {
		buffer := buffers.Get().(*[]float64)
		defer buffers.Put(buffer)
		values := *buffer
		for j := from; j < to; j++ {
			for i := range values {
				values[i] = parts[0].X.At(i, j)
			}
			lo[j], hi[j] = of(values)
		}
	})
	if err == nil {
		err = makeOwn(ctx, parts)
	}
	clipped := 0
	for k, part := range parts {
		if err == nil && part.Len() > 0 {
			var count int
			if count, err = bound(ctx, part.X, lo, hi); k == 0 {
				clipped = count
			}
		}
	}
	return lo, hi, fmt.Sprintf("%d of %d values of the training part clipped", clipped, n*d), err
}

// bound moves what lies outside of the bounds onto them, and counts it.
func bound(ctx context.Context, x *mat.Dense, lo, hi []float64) (count int, err error) {
	n, _ := x.Dims()
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return count, ctx.Err()
		}
		row := x.RawRowView(i)
		for j, v := range row {
			if v < lo[j] || v > hi[j] {
				row[j] = min(max(v, lo[j]), hi[j])
				count++
			}
		}
	}
	return count, nil
}
