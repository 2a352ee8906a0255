package moments

import (
	"context"
	"errors"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// gathered are the rows that a follower got, and where its groups began.
type gathered struct {
	mu     sync.Mutex
	phi    *mat.Dense
	starts map[int]int // to the rows of the group
	open   int
}

func (g *gathered) follow(start int) (add func(*mat.Dense), end func()) {
	at := start
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open++
	add = func(phi *mat.Dense) {
		rows, p := phi.Dims()
		g.phi.Slice(at, at+rows, 0, p).(*mat.Dense).Copy(phi)
		at += rows
	}
	return add, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.open--
		g.starts[start] = at - start
	}
}

// A follower gets all features in order, the same to the bit, kept or not.
func TestProjectAlong(t *testing.T) {
	const m, p = 9, 3
	a, c := walk(m, p, 31), []float64{1, -2, 3}
	for _, lengths := range [][]int{{700, 5, 395}, {1, 3000, 44, 200, 200, 1500, 800}} {
		n := 0
		for _, l := range lengths {
			n += l
		}
		x := walk(n, m, 30)
		want, err := identity(x, lengths, notKept).Project(t.Context(), a, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, keep := range []Keeping{notKept, Packed, InRows} {
			v := identity(x, lengths, keep)
			for _, phi := range []*mat.Dense{mat.NewDense(n, p, nil), nil} {
				if phi == nil && v.HasFewBlocks() {
					continue
				}
				g := &gathered{phi: mat.NewDense(n, p, nil), starts: map[int]int{}}
				if err := v.ProjectAlong(t.Context(), phi, a, nil, c, g.follow); err != nil {
					t.Fatal(err)
				}
				if !mat.Equal(g.phi, want) || phi != nil && !mat.Equal(phi, want) {
					t.Errorf("%d rows, values kept as %d: other features", n, keep)
				}
				at := 0
				for at < n && g.starts[at] > 0 {
					at += g.starts[at]
				}
				if at != n || g.open != 0 || len(g.starts) < n/1000 {
					t.Errorf("%d rows: groups %v end at %d, %d of them open", n, g.starts, at, g.open)
				}
			}
		}
	}
}

func TestProjectAlongIsCancelled(t *testing.T) {
	const n, m = 6000, 4
	ctx, cancel := context.WithCancel(t.Context())
	blocks := 0
	var mu sync.Mutex
	err := identity(walk(n, m, 32), []int{n}, notKept).ProjectAlong(ctx, nil, walk(m, 1, 33), nil, []float64{0}, func(int) (func(*mat.Dense), func()) {
		return func(*mat.Dense) {
			mu.Lock()
			defer mu.Unlock()
			blocks++
			cancel()
		}, func() {}
	})
	if !errors.Is(err, context.Canceled) || blocks == 0 || blocks > 20 {
		t.Errorf("%v after %d blocks", err, blocks)
	}
}
