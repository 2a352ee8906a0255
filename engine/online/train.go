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

// Approach tells how near the features were to those of the batch solution
// after some samples. All is measured on the outputs for the training samples,
// where 1 is as good as the batch.
type Approach struct {
	// Samples is how many samples had been seen, those of all epochs together.
	Samples int
	// Cosine is the mean cosine of the principal angles between the spaces that
	// the features and the batch features span: 1 for the same space however its
	// axes lie. A direction that is missing counts as 0.
	Cosine float64
	// Direction is the absolute correlation of each batch feature with the
	// feature of the same place: the direction cosine of Kompella et al. 2012
	// in the whitened space. 0 where the feature is missing or constant.
	Direction []float64
}

// Result is what [Train] has learned.
type Result struct {
	A    *mat.Dense // dim×p, or fewer columns where the functions have lower rank
	Mean []float64  // φ = Aᵀ(h − Mean)
	// Approach has an entry for each checkpoint, the last of them at the end.
	Approach []Approach
}

var (
	errConstant = errors.New("the functions are constant on the training data: nothing can be learned; check for constant inputs or a σ far too large")
	errNoPairs  = errors.New("no segment of the training data has two samples: slowness has no meaning here")
)

// Train lets a learner see the first dim entries of h of all n×d samples x,
// segments of the given lengths, in their order and o.Epochs times. Where all h
// fit into memory, s may be the linear space over them, and they are evaluated
// once; else it is once for each epoch, block by block.
//
// The batch features (n×p on the same samples) are what it should come to: its
// own are compared with them at the given number of checkpoints, which lie evenly
// in the logarithm of the samples seen, from as many as there are components to
// the last. A checkpoint evaluates all functions once. Without a batch (nil)
// there is none.
//
// Errors are functions that are constant or not finite, segments without a pair,
// and the end of ctx. It panics unless the segments and the batch have the rows
// of x, s has dim entries or more, and the options fit.
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
	first, pairs := starts(lengths, n)
	t := &training{
		ctx: ctx, space: s, x: x, first: first, batch: batch, learner: New(dim, o),
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

// starts marks the first sample of each segment, and counts the pairs.
func starts(lengths []int, n int) (first []bool, pairs int) {
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

// schedule gives the numbers of samples at which to compare, ascending: count of
// them, fewer where they would coincide, evenly in the logarithm between from
// and to.
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

// training is the state of one [Train].
type training struct {
	ctx      context.Context
	space    space.Space
	x        *mat.Dense
	first    []bool
	learner  *Learner
	h        *mat.Dense // a block of values
	values   *moments.Values
	batch    *mat.Dense
	seen     int
	due      []int
	approach []Approach
}

// block lets the learner see a block of samples.
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

// compare holds the features of now against the batch.
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
