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

// Clipping bounds each input by the distribution of its values on the training part.
// Its words are the name and a number, such as mad:5.
type Clipping struct {
	// Write shows an example of a word and explains its number.
	Write string
	// Takes reports whether a number is valid.
	Takes func(v float64) bool
	// Bounds returns the interval that the values of an input are clipped to. No value
	// is missing; Bounds may reorder and overwrite the values.
	Bounds func(values []float64, v float64) (lo, hi float64)
}

// Clippings lists the registered ways to clip.
var Clippings = part.NewList[Clipping]("clip")

func init() {
	Clippings.Register(quantileClipping, deviationClipping)
	Clip.Axis().Doc = clipHelp()
}

var quantileClipping = part.Part[Clipping]{
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

// madScale times the median absolute deviation of normal numbers is their standard
// deviation.
const madScale = 1.4826

// deviationClipping clips nothing if more than half of the values are equal, because
// their median absolute deviation is 0.
var deviationClipping = part.Part[Clipping]{
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

// Clip sets the bounds of each input by the distribution of its values on the training
// part.
var Clip = part.NewWord(part.Axis{
	Name: "clip", Shared: part.Preparing, Step: 1, Unset: "none", Examples: []string{"mad:5", "quantile:0.01"}, Report: "outliers clipped",
	Read: func(word string) (string, error) {
		_, err := parseClip(word)
		return word, err
	},
	Method: func(by string) string {
		if by == "" {
			return ""
		}
		return "outliers were clipped at " + by + ", by the training part"
	},
})

// clipHelp returns the help on the words of Clip.
func clipHelp() string {
	var words []string
	for _, c := range Clippings.All() {
		words = append(words, c.Doc)
	}
	return "clip outliers at limits from the training part: " + strings.Join(words, ", or ")
}

// bounds returns the interval that an input is clipped to from its values, which it may
// reorder and overwrite.
type bounds func(values []float64) (lo, hi float64)

// parseClip parses a word of Clip; "" and "none" give nil, for no clipping.
func parseClip(word string) (bounds, error) {
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

// clip fits the bounds of each input to the first part, clips all parts, and returns
// the bounds. note counts the values clipped in the first part. It fails if ctx ends or
// the memory is missing.
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
			if count, err = clipRows(ctx, part.X, lo, hi); k == 0 {
				clipped = count
			}
		}
	}
	return lo, hi, fmt.Sprintf("%d of %d values of the training part clipped", clipped, n*d), err
}

// clipRows moves the values of x outside of the bounds onto them, and returns their
// number. It fails only if ctx ends.
func clipRows(ctx context.Context, x *mat.Dense, lo, hi []float64) (count int, err error) {
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
