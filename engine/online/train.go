package online

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Approach compares the features after a number of samples with those of the batch
// solution, on the outputs for the training samples. A value of 1 is as good as the
// batch.
type Approach struct {
	// Samples counts the samples seen, over all epochs.
	Samples int
	// Cosine is the mean cosine of the principal angles between the spaces that the
	// features and the batch features span: 1 for the same space, whatever its axes. A
	// missing direction counts as 0.
	Cosine float64
	// Direction holds the absolute correlation of each batch feature with the feature
	// of the same rank: the direction cosine of Kompella et al. 2012 in the whitened
	// space. It is 0 if the feature is missing or constant.
	Direction []float64
}

// Result holds the features that [Train] has learned.
type Result struct {
	A    *mat.Dense // dim×p; fewer columns if the rank of the functions is lower
	Mean []float64  // φ = Aᵀ(h − Mean)
	// Approach has an entry for each checkpoint, the last of them at the end.
	Approach []Approach
}

var (
	errConstant = errors.New("the functions are constant on the training data: nothing can be learned; check for constant inputs or a σ far too large")
	errNoPairs  = errors.New("no segment of the training data has two samples: slowness has no meaning here")
)

// Train passes the first dim entries of h of all n×d samples x, segments of the given
// lengths, to a learner in their order, o.Epochs times. If all h fit into memory, s may
// be the linear space over them, and they are evaluated once; otherwise once for each
// epoch, block by block.
//
// The batch features (n×p on the same samples) are the limit of the learned ones. Train
// compares the two at the given number of checkpoints, spaced evenly in the logarithm
// of the number of samples, from the number of components to the last sample. A
// checkpoint evaluates all functions once. Without a batch (nil) there is none.
//
// It fails if functions are constant or not finite, if no segment has a pair, and if
// ctx ends. It panics unless the segments and the batch have the rows of x, s has dim
// entries or more, and the options are in range.
func Train(ctx context.Context, s space.Space, x *mat.Dense, lengths []int, dim int, batch *mat.Dense, checkpoints int, o Options) (*Result, error) {
	n, _ := x.Dims()
	if batch == nil {
		checkpoints = 0
	} else if rows, _ := batch.Dims(); rows != n {
		panic(fmt.Sprintf("online: %d rows of batch features for %d samples", rows, n))
	}
	if o.Epochs < 1 || checkpoints < 0 || dim > s.Dim() {
		panic(fmt.Sprintf("online: %d epochs, %d checkpoints, %d of %d functions", o.Epochs, checkpoints, dim, s.Dim()))
	}
	first, pairs := segmentStarts(lengths, n)
	t := &training{
		ctx: ctx, space: s, first: first, batch: batch, learner: New(dim, o),
		h: mat.NewDense(moments.BlockRows, s.Dim(), nil), values: moments.NewValues(s, x, lengths),
		due: schedule(min(o.Whitened, n), n*o.Epochs, checkpoints),
	}
	t.values.LiftSupports(o.Lifted)
	if pairs == 0 {
		return nil, errNoPairs
	}
	for range o.Epochs {
		for _, b := range t.values.Blocks {
			if err := t.block(b); err != nil {
				return nil, err
			}
		}
	}
	r := &Result{Approach: t.approach}
	if r.A, r.Mean = t.learner.Features(); r.A == nil {
		return nil, errConstant
	}
	return r, nil
}

// segmentStarts marks the first sample of each segment, and counts the pairs.
func segmentStarts(lengths []int, n int) (first []bool, pairs int) {
	first = make([]bool, n)
	at := 0
	for _, length := range lengths {
		if length < 0 || at+length > n {
			panic(fmt.Sprintf("online: segments do not cover %d samples", n))
		}
		if length > 0 {
			first[at] = true
			pairs += length - 1
		}
		at += length
	}
	if at != n {
		panic(fmt.Sprintf("online: segments of %d samples for %d", at, n))
	}
	return first, pairs
}

// schedule returns the numbers of samples at which to compare, ascending: count of them
// between from and to, even in the logarithm, without repeats.
func schedule(from, to, count int) []int {
	var due []int
	for i := range count {
		share := 1.0
		if count > 1 {
			share = float64(i) / float64(count-1)
		}
		at := int(math.Round(math.Exp((1-share)*math.Log(float64(from)) + share*math.Log(float64(to)))))
		if len(due) == 0 || at > due[len(due)-1] {
			due = append(due, at)
		}
	}
	return due
}

// training holds the state of one [Train].
type training struct {
	ctx      context.Context
	space    space.Space
	first    []bool
	learner  *Learner
	h        *mat.Dense // values of a block
	values   *moments.Values
	batch    *mat.Dense
	seen     int
	due      []int
	approach []Approach
}

// block passes a block of samples to the learner.
func (t *training) block(b moments.Block) error {
	h := t.h.Slice(0, b.End-b.Start, 0, t.space.Dim()).(*mat.Dense)
	t.values.Eval(h, b)
	for row := b.Start; row < b.End; row++ {
		if err := t.ctx.Err(); err != nil {
			return err
		}
		if err := t.learner.Observe(h.RawRowView(row - b.Start)[:len(t.learner.mean)], t.first[row]); err != nil {
			return fmt.Errorf("training sample %d: %w", row+1, err)
		}
		t.seen++
		if len(t.due) > 0 && t.seen == t.due[0] {
			a, err := t.compare()
			if err != nil {
				return err
			}
			t.due, t.approach = t.due[1:], append(t.approach, a)
		}
	}
	return nil
}

// compare compares the present features with the batch.
func (t *training) compare() (Approach, error) {
	n, p := t.batch.Dims()
	out := Approach{Samples: t.seen, Direction: make([]float64, p)}
	a, mean := t.learner.Features()
	if a == nil {
		return out, nil
	}
	var c mat.VecDense
	c.MulVec(a.T(), mat.NewVecDense(len(mean), mean))
	phi, err := t.values.Project(t.ctx, a, c.RawVector().Data)
	if err != nil {
		return out, err
	}
	for i := range n {
		if row := phi.RawRowView(i); math.IsNaN(floats.Sum(row)) || math.IsInf(floats.Sum(row), 0) {
			return out, fmt.Errorf("training sample %d: %w", i+1, errTooLarge)
		}
	}
	out.Cosine = floats.Sum(measure.PrincipalAngles(phi, t.batch)) / float64(p)
	_, have := phi.Dims()
	x, y := make([]float64, n), make([]float64, n)
	for j := range min(p, have) {
		mat.Col(x, j, phi)
		mat.Col(y, j, t.batch)
		if r := math.Abs(stat.Correlation(x, y, nil)); r > 0 {
			out.Direction[j] = math.Min(1, r)
		}
	}
	return out, t.ctx.Err()
}
