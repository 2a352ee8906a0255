package moments

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

func walk(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			before := 0.0
			if i > 0 {
				before = x.At(i-1, j)
			}
			x.Set(i, j, 0.9*before+rng.NormFloat64()+float64(j))
		}
	}
	return x
}

// literal returns the moments by their definition, term by term.
func literal(x *mat.Dense, lengths []int) *Moments {
	n, d := x.Dims()
	m := &Moments{N: n, Mean: make([]float64, d), C: mat.NewSymDense(d, nil), Cdot: mat.NewSymDense(d, nil)}
	for i := range n {
		for j := range d {
			m.Mean[j] += x.At(i, j) / float64(n)
		}
	}
	add := func(s *mat.SymDense, v []float64) { s.SymRankOne(s, 1, mat.NewVecDense(d, v)) }
	row := 0
	for _, length := range lengths {
		for t := row; t < row+length; t++ {
			v, w := make([]float64, d), make([]float64, d)
			for j := range d {
				v[j] = x.At(t, j) - m.Mean[j]
			}
			add(m.C, v)
			if t > row {
				for j := range d {
					w[j] = x.At(t, j) - x.At(t-1, j)
				}
				add(m.Cdot, w)
				m.Pairs++
			}
		}
		row += length
	}
	m.C.ScaleSym(1/float64(n), m.C)
	m.Cdot.ScaleSym(1/float64(m.Pairs), m.Cdot)
	return m
}

func checkMoments(t *testing.T, got, want *Moments, tol float64) {
	t.Helper()
	if got.N != want.N || got.Pairs != want.Pairs {
		t.Errorf("n = %d, P = %d; want %d, %d", got.N, got.Pairs, want.N, want.Pairs)
	}
	if !mat.EqualApprox(got.C, want.C, tol) {
		t.Error("C differs from its definition")
	}
	if !mat.EqualApprox(got.Cdot, want.Cdot, tol) {
		t.Error("Ċ differs from its definition")
	}
}

func TestStreamIsTheDefinition(t *testing.T) {
	for _, lengths := range [][]int{{700}, {1, 2, 3, 694}, {256, 256, 188}, {300, 400}, {7, 1, 1, 200, 491}} {
		t.Run(fmt.Sprint(lengths), func(t *testing.T) {
			x := walk(700, 6, 1)
			for _, keep := range []Keeping{notKept, Packed, InRows} {
				got, err := Stream(context.Background(), newValues(space.Linear{D: 6}, x, lengths, keep))
				if err != nil {
					t.Fatal(err)
				}
				checkMoments(t, got, literal(x, lengths), 1e-10)
			}
		})
	}
}

// Reference A13: fitting block by block, joints kept, equals fitting whole.
func TestA13BlocksOfAnySize(t *testing.T) {
	x := walk(500, 4, 2)
	lengths := []int{120, 1, 379}
	want := literal(x, lengths)
	for size := 1; size <= BlockRows; size += 1 + size/3 {
		v := newValues(space.Linear{D: 4}, x, lengths, notKept)
		v.Blocks = Blocks(lengths, size)
		got, err := Stream(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		checkMoments(t, got, want, 1e-10)
	}
}

// Reference A14: a mean 10⁸ times the spread costs no digits.
func TestA14LargeMean(t *testing.T) {
	x := mat.NewDense(1000, 1, nil)
	for i := range 1000 {
		x.Set(i, 0, 1e8+math.Sin(float64(i+1)))
	}
	m, err := Stream(context.Background(), newValues(space.Linear{D: 1}, x, []int{1000}, notKept))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.C.At(0, 0); !scalar.EqualWithinRel(got, 0.500191909614, 1e-6) {
		t.Errorf("variance %.12f, want 0.500191909614", got)
	}
}

func TestBlocksAreCutAtChunks(t *testing.T) {
	const size = 3 * maxChunk
	for _, c := range []struct {
		lengths []int
		ends    []int
	}{
		{[]int{3, 5 * maxChunk, 2}, []int{3 + 2*maxChunk, 3 + 5*maxChunk, 5 + 5*maxChunk}},
		{[]int{size - 1, 7}, []int{size - 1, size + 6}}, // no chunk fits
		{[]int{size - 1, 1, 2*size + 1}, []int{size, 2 * size, 3 * size, 3*size + 1}},
		{[]int{maxChunk, 0, 5}, []int{maxChunk + 5}},
	} {
		var ends []int
		start := 0
		for _, b := range Blocks(c.lengths, size) {
			if b.Start != start {
				t.Errorf("segments %v: a block begins at %d, want %d", c.lengths, b.Start, start)
			}
			start = b.End
			ends = append(ends, b.End)
		}
		if !slices.Equal(ends, c.ends) {
			t.Errorf("segments %v: blocks end at %v, want %v", c.lengths, ends, c.ends)
		}
	}
	if got := Blocks([]int{3, 2 * maxChunk}, maxChunk-1); len(got) != 4 || got[1].End != 3+maxChunk-1 {
		t.Errorf("blocks shorter than a chunk: %v", got)
	}
}

func TestLeadingMoments(t *testing.T) {
	x := walk(300, 5, 3)
	stream := func(x *mat.Dense, d int) *Moments {
		m, err := Stream(context.Background(), newValues(space.Linear{D: d}, x, []int{300}, notKept))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	checkMoments(t, stream(x, 5).Leading(2), stream(mat.DenseCopyOf(x.Slice(0, 300, 0, 2)), 2), 1e-12)
}
