package symbol

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var values = part.Part[Kind]{
	Name: "values", Doc: "each different number is a symbol",
	Build: Kind{
		Formula: "a number's symbol is its place in symbols, counted from 0, or how many those are",
		Fit: func(_ context.Context, _ string, _ uint64, x *mat.Dense) (Alphabet, error) {
			n, _ := x.Dims()
			var known []float64
			for i := range n {
				for _, v := range x.RawRowView(i) {
					if at, ok := slices.BinarySearch(known, v); !ok {
						known = slices.Insert(known, at, v)
					}
				}
				if len(known) >= mostLetters {
					return nil, fmt.Errorf("the training part has more than %d different numbers: take sax:8 or kmeans:16", mostLetters-1)
				}
			}
			_, d := x.Dims()
			return numbers{mat.NewDense(1, len(known), known), d}, nil
		},
		Restore: func(_ string, d int, parts *mat.Dense) (Alphabet, error) {
			if r, k := parts.Dims(); r != 1 || k >= mostLetters || !slices.IsSorted(parts.RawRowView(0)) {
				return nil, fmt.Errorf("%d×%d numbers that are no symbols", r, k)
			}
			return numbers{parts, d}, finite(parts)
		},
	},
}

// numbers maps a number to its index among the known ones (1×k, ascending), and any other
// number to k.
type numbers struct {
	known   *mat.Dense
	columns int
}

// Other returns the symbol of all unknown numbers; -1 if the alphabet has none.
func Other(a Alphabet) int {
	if _, ok := a.(numbers); ok {
		return a.Letters() - 1
	}
	return -1
}

func (s numbers) Columns() int { return s.columns }

func (s numbers) Letters() int { _, k := s.known.Dims(); return k + 1 }

func (s numbers) Parts() *mat.Dense { return s.known }

func (s numbers) Write(dst, x *mat.Dense) {
	n, _ := x.Dims()
	known := s.known.RawRowView(0)
	for i := range n {
		out := dst.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			at, ok := slices.BinarySearch(known, v)
			if !ok {
				at = len(known)
			}
			out[j] = float64(at)
		}
	}
}
