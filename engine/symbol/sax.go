package symbol

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var sax = part.Part[Kind]{
	Name: "sax", Prefix: "sax:", Doc: "one symbol per column, from the quantiles of its values: sax:8", Read: readLetters,
	Build: Kind{
		Formula: "the symbol of a value is the number of its column's bounds that are at or below it; symbols holds a row of bounds per column",
		Fit: func(_ context.Context, word string, _ uint64, x *mat.Dense) (Alphabet, error) {
			letters, err := lettersOf(word)
			if err != nil {
				return nil, err
			}
			n, d := x.Dims()
			q := quantiles{mat.NewDense(d, letters-1, nil)}
			for j := range d {
				sorted := mat.Col(nil, j, x)
				slices.Sort(sorted)
				for i := 1; i < letters; i++ {
					q.bounds.Set(j, i-1, sorted[i*n/letters])
				}
			}
			return q, nil
		},
		Restore: func(word string, d int, parts *mat.Dense) (Alphabet, error) {
			letters, err := lettersOf(word)
			if err != nil {
				return nil, err
			}
			if r, c := parts.Dims(); r != d || c != letters-1 {
				return nil, fmt.Errorf("%d bounds of the symbols of each of %d columns, for %s of %d", c, r, word, d)
			}
			return quantiles{parts}, finite(parts)
		},
	},
}

// quantiles counts in each column the bounds (d×(letters−1), ascending) that a value is not
// below.
type quantiles struct{ bounds *mat.Dense }

func (q quantiles) Columns() int { d, _ := q.bounds.Dims(); return d }

func (q quantiles) Letters() int { _, k := q.bounds.Dims(); return k + 1 }

func (q quantiles) Parts() *mat.Dense { return q.bounds }

func (q quantiles) Write(dst, x *mat.Dense) {
	n, d := x.Dims()
	for i := range n {
		row, out := x.RawRowView(i), dst.RawRowView(i)
		for j := range d {
			bounds := q.bounds.RawRowView(j)
			out[j] = float64(sort.Search(len(bounds), func(k int) bool { return bounds[k] > row[j] }))
		}
	}
}
