package inside

import (
	"math/rand/v2"
	"testing"
)

// The window over the features stays within them, and opposite moves and zooms cancel.
func TestWindowOfFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 2000 {
		n, w := 1+rng.IntN(3000), 1+rng.IntN(200)
		p := Features{windowStart: rng.IntN(100) - 20, zoom: rng.IntN(60) - 30}
		p.limit(n, w)
		from, to := p.window(n, w)
		if from < 0 || to > n || from >= to {
			t.Fatalf("%d samples in %d cells: %d to %d of %+v", n, w, from, to, p)
		}
		again := p
		again.limit(n, w)
		if again != p {
			t.Fatalf("the limit moves on: %+v, %+v", p, again)
		}
		p.windowStart++
		p.limit(n, w)
		if f, _ := p.window(n, w); f < from {
			t.Fatalf("later is earlier: %d after %d", f, from)
		}
	}
}
