package encode

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var quantiser = part.Part[space.FrontKind]{
	Name: "vq", Prefix: "vq:", Doc: "nearest centre of k-means: vq:50 (centres)",
	Read: func(word string) (string, error) { _, err := numbers(word); return word, err },
	Build: space.FrontKind{
		Components: atomCount,
		Needs:      needsOf(1, centreNeeds),
		Restore: func(_ part.Point, mean []float64, w *mat.Dense) (space.Front, error) {
			if len(mean) == 0 {
				return nil, fmt.Errorf("the mean that is subtracted from samples is missing")
			}
			return &codebook{mean: mean, centres: w}, nil
		},
		Learn: func(ctx context.Context, at part.Point, x *mat.Dense) (space.Front, error) {
			v, err := numbers(wordOf(at))
			if err != nil {
				return nil, err
			}
			n, _ := x.Dims()
			if int(v[0]) > n {
				return nil, fmt.Errorf("--front %s: %d centres of %d training samples: take fewer", wordOf(at), int(v[0]), n)
			}
			mean, centred := centre(x)
			centres, err := subset.Centres(ctx, centred, int(v[0]), at.Seed)
			if err != nil {
				return nil, err
			}
			switch k, _ := centres.Dims(); {
			case k == 1:
				return nil, fmt.Errorf("--front %s: %w", wordOf(at), errSame)
			case k < int(v[0]):
				return nil, fmt.Errorf("--front %s: only %d training samples differ: take fewer centres", wordOf(at), k)
			}
			c := &codebook{mean: mean, centres: centres}
			codes := mat.NewDense(n, c.Components(), nil)
			c.Project(codes, x)
			left, err := c.Error(ctx, x)
			c.info = codeInfo(codes, nil, []part.Float{part.Float(left)})
			return c, err
		},
	},
}

// codebook codes a sample by the nearest of its centres: 1 there, 0 elsewhere.
type codebook struct {
	mean    []float64
	centres *mat.Dense // K×d, relative to the mean
	info    result.Front
}

func (c *codebook) Components() int { k, _ := c.centres.Dims(); return k }

func (c *codebook) Parts() ([]float64, *mat.Dense) { return c.mean, c.centres }

func (c *codebook) Info() result.Front { return c.info }

func (c *codebook) Note(inputs int) string {
	return fmt.Sprintf("the nearest of %d centres of %d inputs", c.Components(), inputs)
}

func (c *codebook) Project(dst, x *mat.Dense) {
	_ = c.forEachSample(context.Background(), x, func(i, nearest int, _ float64) {
		row := dst.RawRowView(i)
		clear(row)
		row[nearest] = 1
	})
}

func (c *codebook) Error(ctx context.Context, x *mat.Dense) (float64, error) {
	n, _ := x.Dims()
	left := make([]float64, n)
	err := c.forEachSample(ctx, x, func(i, _ int, squared float64) { left[i] = squared })
	return floats.Sum(left), err
}

// forEachSample calls f with the nearest centre of each sample and its squared
// distance.
func (c *codebook) forEachSample(ctx context.Context, x *mat.Dense, f func(i, nearest int, squared float64)) error {
	n, d := x.Dims()
	return parallel.For(ctx, n, grain, func(lo, hi int) {
		centred, diff := make([]float64, d), make([]float64, d)
		for i := lo; i < hi; i++ {
			floats.SubTo(centred, x.RawRowView(i), c.mean)
			nearest, least := 0, 0.0
			for k := range c.Components() {
				floats.SubTo(diff, centred, c.centres.RawRowView(k))
				if s := floats.Dot(diff, diff); k == 0 || s < least {
					nearest, least = k, s
				}
			}
			f(i, nearest, least)
		}
	})
}

// centreNeeds returns the costs of k-means, which converges in several rounds.
func centreNeeds(n, d, k, _ float64) (held, work float64) {
	const rounds = 20
	return n*d + n*k + k*d, rounds * vectorCost * n * k * d
}
