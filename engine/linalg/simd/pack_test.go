package simd

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// unpacked returns the entry of p at a line and depth, read by the layout alone.
func (p *Packed) unpacked(line, depth int) float64 {
	for _, s := range p.segments {
		if depth >= s.from && depth < s.from+s.size {
			return p.sliver(s, line/p.width)[(depth-s.from)*p.width+line%p.width]
		}
	}
	return math.NaN()
}

func TestPackSymmetricReadsOneTriangle(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(7)
		for _, n := range []int{1, 5, 24, 37, 300} {
			full := random(rnd, n, n)
			upper, lower := clone(full), clone(full)
			for i := range n {
				for j := range i {
					full.Data[i*full.Stride+j] = full.Data[j*full.Stride+i]
					lower.Data[i*lower.Stride+j] = full.Data[j*full.Stride+i]
					lower.Data[j*lower.Stride+i] = math.NaN()
					upper.Data[i*upper.Stride+j] = math.NaN()
				}
			}
			for from := 0; from < n; from += 1 + n/3 {
				depth := min(1+n/3, n-from)
				for part, a := range map[Part]blas64.General{Upper: upper, Lower: lower} {
					for _, p := range []*Packed{NewLeftFactor(n, depth), NewRightFactor(depth, n)} {
						p.PackSymmetric(a, part, from, 0, p.Slivers())
						for i := range n {
							for k := range depth {
								if g, w := p.unpacked(i, k), full.Data[i*full.Stride+from+k]; g != w {
									t.Fatalf("n=%d from %d, triangle %d: line %d at depth %d is %v, want %v", n, from, part, i, k, g, w)
								}
							}
						}
					}
				}
			}
		}
	})
}

func TestUnpackIsTheReverse(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(8)
		for _, s := range [][2]int{{1, 1}, {24, 8}, {25, 9}, {50, 300}, {3, 17}} {
			a := random(rnd, s[0], s[1])
			p, q := NewRightFactor(s[1], s[0]), NewRightFactor(s[0], s[1])
			p.PackRows(a, 0, p.Slivers())
			q.PackColumns(a, 0, q.Slivers())
			rows, columns := clone(a), clone(a)
			for i := range s[0] {
				clear(rows.Data[i*a.Stride:][:s[1]])
				clear(columns.Data[i*a.Stride:][:s[1]])
			}
			p.UnpackRows(rows, 0, p.Slivers())
			q.UnpackColumns(columns, 0, q.Slivers())
			near(t, "rows", rows, a, 0)
			near(t, "columns", columns, a, 0)
		}
	})
}

// A factor that is kept, in storage that held something else, gives the products of
// its leading depths to the bit.
func TestLeadingDepthsOfAKeptFactor(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(9)
		for _, s := range [][3]int{{1, 1, 1}, {25, 300, 9}, {64, 600, 50}} {
			rows, depth, columns := s[0], s[1], s[2]
			a, b := random(rnd, rows, depth), random(rnd, depth, columns)
			storage := make([]float64, LeftSize(rows, depth))
			for i := range storage {
				storage[i] = math.NaN()
			}
			kept := NewLeftFactorIn(storage, rows, depth)
			kept.PackRows(a, 0, kept.Slivers())
			for _, d := range []int{1, (depth + 1) / 2, min(depth, Depth), min(depth, Depth+1), depth} {
				want := random(rnd, rows, columns)
				got := clone(want)
				top := blas64.General{Rows: d, Cols: columns, Stride: b.Stride, Data: b.Data}
				left := blas64.General{Rows: rows, Cols: d, Stride: a.Stride, Data: a.Data}
				Gemm(blas.NoTrans, blas.NoTrans, 1, left, top, 0, want)
				right := Pack(blas.NoTrans, top)
				MultiplyPacked(1, kept.Leading(d), right, 0, got)
				right.Release()
				near(t, fmt.Sprint(s, d), got, want, 0)
			}
		}
	})
}

// Some lines of a factor give the products of these lines to the bit.
func TestLinesOfAFactor(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(10)
		const rows, depth, columns = 40, 300, 110
		a, b := random(rnd, rows, depth), random(rnd, depth, columns)
		want := random(rnd, rows, columns)
		Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, want)
		left, right := NewLeftFactor(rows, depth), Pack(blas.NoTrans, b)
		left.PackRows(a, 0, left.Slivers())
		for what, lines := range map[string]*Packed{
			"all": right.Lines(0, columns), "one": right.Lines(0, 1), "some": right.Lines(24, 72),
			"the last ones": right.Lines(48, columns), "none": right.Lines(96, 96), "some of some": right.Lines(24, 110).Lines(24, 48),
		} {
			from := lines.first * lines.width
			got := clone(want)
			part := blas64.General{Rows: rows, Cols: lines.lines, Stride: got.Stride, Data: got.Data[from:]}
			for i := range rows {
				for j := range part.Cols {
					part.Data[i*part.Stride+j] = math.NaN()
				}
			}
			MultiplyPacked(1, left, lines, 0, part)
			near(t, what, got, want, 0)
		}
	})
}

// Rows that are computed in their place are those that packing puts there.
func TestRowIsThatOfPacking(t *testing.T) {
	for _, columns := range []int{1, 7, tileColumns(), 2*tileColumns() + 5} {
		groups := []Group{{Size: 3}, {Size: 0}, {Size: Depth + 2}, {Size: 1}}
		depth := Depth + 6
		a := blas64.General{Rows: depth, Cols: columns, Stride: columns, Data: make([]float64, depth*columns)}
		for i := range a.Data {
			a.Data[i] = float64(i + 1)
		}
		want, got := NewRightFactor(depth, columns), NewRightFactorIn(slices.Repeat([]float64{math.NaN()}, RightSize(depth, columns)), depth, columns)
		want.CutGroups(groups)
		got.CutGroups(groups)
		want.PackColumns(a, 0, want.Slivers())
		for i := range depth {
			row, at := got.Row(i), 0
			for k := range got.Slivers() {
				at += copy(row.Part(k), a.Data[i*columns+at:(i+1)*columns])
			}
			if at != columns {
				t.Errorf("row %d has %d of %d columns", i, at, columns)
			}
		}
		if !slices.Equal(want.data, got.data) {
			t.Errorf("%d columns: not as they are packed", columns)
		}
		if lines, d := got.Shape(); lines != columns || d != depth {
			t.Errorf("%d lines of depth %d", lines, d)
		}
	}
}
