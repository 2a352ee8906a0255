package hmm

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ridgeShare is the number added to the diagonal of the information matrix, as a share
// of its mean.
const ridgeShare = 1e-3

// scoreGrain is the number of strings that a goroutine scores at a time.
const scoreGrain = 16

// Scores computes vectors of strings.
type Scores struct {
	model  *Model
	factor *mat.TriDense // L; nil without the information matrix
	fitted Fitted
}

// LearnScores fits a model with the given number of states to the strings of symbols 0
// … letters−1 in the rows of x, as [data.PackSeries] writes them, and on request their
// information matrix. It fails if the matrix has no factor, and if ctx ends.
func LearnScores(ctx context.Context, x *mat.Dense, letters, states int, information bool) (*Scores, error) {
	n, _ := x.Dims()
	strings, columns := make([][]int32, n), 0
	for i := range strings {
		strings[i], columns = symbols(nil, x.RawRowView(i))
	}
	s := &Scores{}
	var err error
	if s.model, s.fitted, err = Fit(ctx, strings, columns, letters, states); err != nil || !information {
		return s, err
	}
	g, err := s.scores(ctx, x)
	if err != nil {
		return nil, err
	}
	u := mat.NewSymDense(s.model.Parameters(), nil)
	u.SymOuterK(1/float64(n), g.T())
	raise := ridgeShare * mat.Trace(u) / float64(s.model.Parameters())
	if raise == 0 {
		return nil, errors.New("the scores of all training strings are 0: a model of these strings cannot distinguish them")
	}
	for i := range s.model.Parameters() {
		u.SetSym(i, i, u.At(i, i)+raise)
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(u) {
		return nil, fmt.Errorf("the information matrix of %d parameters is singular: use fewer states or symbols, or leave it out", s.model.Parameters())
	}
	s.factor = new(mat.TriDense)
	cholesky.LTo(s.factor)
	return s, nil
}

// symbols returns the symbols of a row, in storage if that is large enough, and the
// number of their columns.
func symbols(storage []int32, row []float64) ([]int32, int) {
	x, columns := data.Frames(row)
	storage = storage[:0]
	for _, v := range x {
		storage = append(storage, int32(v))
	}
	return storage, columns
}

// Model returns the model.
func (s *Scores) Model() *Model { return s.model }

// Fitted describes the estimation of the model; it is zero for restored scores.
func (s *Scores) Fitted() Fitted { return s.fitted }

// scores returns g of each row of x. It fails only if ctx ends.
func (s *Scores) scores(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, _ := x.Dims()
	out := mat.NewDense(n, s.model.Parameters(), nil)
	err := parallel.For(ctx, n, scoreGrain, func(lo, hi int) {
		scorer := NewScorer(s.model)
		var of []int32
		for i := lo; i < hi; i++ {
			of, _ = symbols(of, x.RawRowView(i))
			scorer.Score(out.RawRowView(i), of)
		}
	})
	return out, err
}

// Vectors returns the vectors of the strings in the rows of x, each as a series of one
// frame. It fails only if ctx ends.
func (s *Scores) Vectors(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	g, err := s.scores(ctx, x)
	if err != nil {
		return nil, err
	}
	n, d := g.Dims()
	out := mat.NewDense(n, data.SeriesWidth(1, d), nil)
	for i := range n {
		row := g.RawRowView(i)
		if s.factor != nil {
			blas64.Trsv(blas.NoTrans, s.factor.RawTriangular(), blas64.Vector{N: d, Inc: 1, Data: row})
		}
		// A score of 0 to rounding is replaced by 0, whatever the factor.
		if floats.Norm(row, math.Inf(1)) < 1e-12 {
			clear(row)
		}
		data.PackSeries(out.RawRowView(i), mat.NewDense(1, d, row))
	}
	return out, nil
}

// Arrays returns the arrays from which [RestoreScores] restores the scores.
func (s *Scores) Arrays() map[string]*mat.Dense {
	states, letters := s.model.States(), s.model.Letters()
	out := map[string]*mat.Dense{
		"hmm_start":       mat.NewDense(1, states, s.model.Start),
		"hmm_transitions": s.model.Transitions,
		"hmm_emissions":   mat.NewDense(s.model.Columns()*states, letters, nil),
	}
	for k, e := range s.model.Emissions {
		for i := range states {
			out["hmm_emissions"].SetRow(k*states+i, e.RawRowView(i))
		}
	}
	if s.factor != nil {
		out["fisher_factor"] = mat.DenseCopyOf(s.factor)
	}
	return out
}

// RestoreScores restores scores of strings of the given numbers of columns and letters
// from arrays, nil for a missing one. It fails unless they are valid, as the file may
// be untrusted.
func RestoreScores(columns, letters int, arrays func(name string) *mat.Dense) (*Scores, error) {
	start, transitions, emissions, factor := arrays("hmm_start"), arrays("hmm_transitions"), arrays("hmm_emissions"), arrays("fisher_factor")
	if start == nil || transitions == nil || emissions == nil {
		return nil, errors.New("no hmm_start, hmm_transitions or hmm_emissions, which a Fisher kernel is made of")
	}
	_, states := start.Dims()
	if rows, l := emissions.Dims(); rows != columns*states || l != letters {
		return nil, fmt.Errorf("hmm_emissions of %d×%d for %d columns, %d states and %d symbols", rows, l, columns, states, letters)
	}
	m := &Model{Start: start.RawRowView(0), Transitions: transitions}
	for k := range columns {
		m.Emissions = append(m.Emissions, emissions.Slice(k*states, (k+1)*states, 0, letters).(*mat.Dense))
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	s := &Scores{model: m}
	if factor == nil {
		return s, nil
	}
	if r, c := factor.Dims(); r != m.Parameters() || c != r {
		return nil, fmt.Errorf("fisher_factor of %d×%d for %d parameters", r, c, m.Parameters())
	}
	s.factor = mat.NewTriDense(m.Parameters(), mat.Lower, nil)
	for i := range m.Parameters() {
		for j := range i + 1 {
			s.factor.SetTri(i, j, factor.At(i, j))
		}
		if !(s.factor.At(i, i) > 0) {
			return nil, errors.New("a fisher_factor whose diagonal is not above 0")
		}
	}
	return s, nil
}
