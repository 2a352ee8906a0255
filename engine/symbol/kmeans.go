package symbol

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var kmeans = part.Part[Kind]{
	Name: "kmeans", Prefix: "kmeans:", Doc: "one symbol per frame, the nearest centre: kmeans:16", Read: readLetters,
	Build: Kind{
		Joint:   true,
		Formula: "a frame's symbol is the row of symbols, counted from 0, that it is nearest to",
		Fit: func(ctx context.Context, word string, seed uint64, x *mat.Dense) (Alphabet, error) {
			letters, err := lettersOf(word)
			if err != nil {
				return nil, err
			}
			n, _ := x.Dims()
			if n < letters {
				return nil, fmt.Errorf("the training part has only %d frames: take fewer symbols", n)
			}
			c, err := subset.Centres(ctx, x, letters, seed)
			if err != nil {
				return nil, err
			}
			if k, _ := c.Dims(); k < letters {
				return nil, fmt.Errorf("only %d frames of the training part differ: take fewer symbols, or check for constant inputs", k)
			}
			return centres{c}, nil
		},
		Restore: func(word string, d int, parts *mat.Dense) (Alphabet, error) {
			letters, err := lettersOf(word)
			if err != nil {
				return nil, err
			}
			if r, c := parts.Dims(); r != letters || c != d {
				return nil, fmt.Errorf("%d centres of %d columns, for %s of %d", r, c, word, d)
			}
			return centres{parts}, finite(parts)
		},
	},
}

// centres maps a frame to the nearest of its rows (letters×d), the first of equally near ones.
type centres struct{ at *mat.Dense }

func (c centres) Columns() int { return 1 }

func (c centres) Letters() int { k, _ := c.at.Dims(); return k }

func (c centres) Parts() *mat.Dense { return c.at }

func (c centres) Write(dst, x *mat.Dense) {
	n, d := x.Dims()
	diff := make([]float64, d)
	for i := range n {
		nearest, least := 0, 0.0
		for k := range c.Letters() {
			floats.SubTo(diff, x.RawRowView(i), c.at.RawRowView(k))
			if s := floats.Dot(diff, diff); k == 0 || s < least {
				nearest, least = k, s
			}
		}
		dst.Set(i, 0, float64(nearest))
	}
}
