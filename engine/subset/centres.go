package subset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/progress"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var kmeans = part.Part[Kind]{Name: "kmeans", Doc: "centres of clusters (k-means)", Parameters: []part.Parameter{M}, Build: Kind{
	Random: true, Centres: true, Numbers: valuesAt, Choose: chooseCentres, Work: passes,
}}

func chooseCentres(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	z, err := Centres(ctx, from.X, m, at.DrawSeed())
	if err != nil {
		return nil, err
	}
	return &Supports{Centres: z}, nil
}

// lloydRounds limits the iterations of k-means.
const lloydRounds = 100

// centreGrain is the number of samples that a goroutine assigns at a time.
const centreGrain = 128

// Centres returns the centres of m clusters of the rows of x (n×d), m×d: supports that
// are means of samples (Ma et al. 2011, section 3.3). It is k-means with the start of
// Arthur and Vassilvitskii (2007, k-means++, by seed) and the iterations of Lloyd,
// until no sample changes its cluster or for 100 rounds. A cluster that loses all
// samples takes the sample farthest from its centre. If x has fewer than m distinct
// rows, there are only as many centres.
//
// It takes O(nmd) time for the start and for each iteration, and O(n + md) memory.
func Centres(ctx context.Context, x *mat.Dense, m int, seed uint64) (*mat.Dense, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d centres of %d samples", m, n))
	}
	c := &clustering{x: x, mean: kernel.ColumnMeans(x), label: make([]int, n)}
	if err := c.drawStart(ctx, m, rand.New(rand.NewPCG(seed, 0))); err != nil {
		return nil, err
	}
	for round := range lloydRounds {
		changed, err := c.assign(ctx)
		if err != nil {
			return nil, err
		}
		if !changed {
			break
		}
		c.updateCentres()
		progress.Report(ctx, "centres", round+1, lloydRounds)
	}
	return c.centres, nil
}

// clustering is the state of k-means.
type clustering struct {
	x       *mat.Dense
	mean    []float64 // mean of all samples, the origin of distances
	centres *mat.Dense
	label   []int // cluster of each sample
}

// drawStart draws the first centres: each is a sample, with a probability proportional
// to the squared distance to the nearest centre before it.
func (c *clustering) drawStart(ctx context.Context, m int, rng *rand.Rand) error {
	n, d := c.x.Dims()
	nearest := make([]float64, n)
	for t := range nearest {
		nearest[t] = math.Inf(1)
	}
	picks := []int{rng.IntN(n)}
	for {
		last := c.x.RawRowView(picks[len(picks)-1])
		err := parallel.For(ctx, n, rowGrain, func(lo, hi int) {
			for t := lo; t < hi; t++ {
				nearest[t] = min(nearest[t], squaredDistance(c.x.RawRowView(t), last))
			}
		})
		if err != nil {
			return err
		}
		total := floats.Sum(nearest)
		if math.IsNaN(total) || math.IsInf(total, 0) {
			return errFar
		}
		if len(picks) == m || total == 0 {
			break
		}
		picks = append(picks, weightedIndex(nearest, total*rng.Float64()))
	}
	c.centres = mat.NewDense(len(picks), d, nil)
	c.centres.Copy(rowsOf(c.x, picks))
	for t := range c.label {
		c.label[t] = -1
	}
	return nil
}

// weightedIndex returns the first index at which the running sum of the weights exceeds
// at, or the last one with a positive weight.
func weightedIndex(weights []float64, at float64) int {
	last := 0
	for t, w := range weights {
		if w > 0 {
			last = t
			if at -= w; at < 0 {
				break
			}
		}
	}
	return last
}

// assign assigns every sample to the nearest centre, the first among equals, and
// reports whether any sample changes its cluster.
func (c *clustering) assign(ctx context.Context) (changed bool, err error) {
	n, d := c.x.Dims()
	m, _ := c.centres.Dims()
	z := mat.DenseCopyOf(c.centres)
	for j := range m {
		floats.Sub(z.RawRowView(j), c.mean)
	}
	supports, zz := kernel.NewSupports(z), kernel.SquaredNorms(z)
	changes := make([]bool, (n+centreGrain-1)/centreGrain)
	err = parallel.For(ctx, n, centreGrain, func(lo, hi int) {
		rows := mat.NewDense(hi-lo, d, nil)
		for i := range hi - lo {
			floats.SubTo(rows.RawRowView(i), c.x.RawRowView(lo+i), c.mean)
		}
		products := mat.NewDense(hi-lo, m, nil)
		kernel.Matrix(products, kernel.Linear{}, rows, supports, false)
		for i := range hi - lo {
			best, least := 0, math.Inf(1)
			for j, p := range products.RawRowView(i) {
				// ‖x−z‖² minus ‖x‖², which is the same for all centres.
				if v := zz[j] - 2*p; v < least {
					best, least = j, v
				}
			}
			if c.label[lo+i] != best {
				c.label[lo+i], changes[lo/centreGrain] = best, true
			}
		}
	})
	for _, b := range changes {
		changed = changed || b
	}
	return changed, err
}

// updateCentres moves every centre to the mean of its samples. An empty cluster takes
// the sample that is farthest from its assigned centre.
func (c *clustering) updateCentres() {
	m, _ := c.centres.Dims()
	count := make([]int, m)
	for _, j := range c.label {
		count[j]++
	}
	for j := range m {
		if count[j] == 0 {
			t := c.farthest(count)
			count[c.label[t]]--
			c.label[t], count[j] = j, 1
		}
	}
	c.centres.Zero()
	for t, j := range c.label {
		floats.Add(c.centres.RawRowView(j), c.x.RawRowView(t))
	}
	for j := range m {
		floats.Scale(1/float64(count[j]), c.centres.RawRowView(j))
	}
}

// farthest returns the sample farthest from its centre, the lowest index among equals,
// among those in clusters of several samples.
func (c *clustering) farthest(count []int) int {
	best, most := -1, -1.0
	for t, j := range c.label {
		if count[j] < 2 {
			continue
		}
		if v := squaredDistance(c.x.RawRowView(t), c.centres.RawRowView(j)); v > most {
			best, most = t, v
		}
	}
	return best
}
