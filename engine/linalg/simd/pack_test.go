package simd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// unpacked is what line and depth of p hold, read by the layout alone.
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
					for _, p := range []*Packed{NewLeft(n, depth), NewRight(depth, n)} {
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
			p, q := NewRight(s[1], s[0]), NewRight(s[0], s[1])
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
