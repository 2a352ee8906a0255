package sweep

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
)

// What the edges of a graph take is held against what is allocated for them.
func TestGraphNeedsCoverTheEdges(t *testing.T) {
	for name, at := range map[string]part.Point{
		"gpfa1": {Method: "sfa", Graph: "gpfa1", GraphKNN: 20, Order: 1, Direction: "both"},
		"gpfa2": {Method: "sfa", Graph: "gpfa2", GraphKNN: 40, Order: 2, Direction: "future"},
		"drawn": {Method: "sfa", Graph: "class-pairs", Pairs: 40},
	} {
		p := plan(t, trials(6, 4, 100), spec())
		part, err := gather(context.Background(), p.set, p.jobs[0].fold.Whole())
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		g, err := p.trainingGraph(context.Background(), part, at)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		held := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		n := int64(len(part.rows))
		if needs := 8 * p.jobs[0].graphNeeds(at, int(n), 1).numbers; needs < held || needs > 12*held {
			t.Errorf("%s: %d bytes expected, the graph of %d pairs holds %d", name, needs, g.Pairs(), held)
		}
	}
}

func TestMethodsThatLookAtTimeNeedMore(t *testing.T) {
	for _, p := range []part.Point{
		{Method: "pfa", Order: 4, P: 8}, {Method: "foreca", P: 8}, {Method: "incremental", P: 8, Epochs: 3},
	} {
		small, large := methodNeeds(p, 1000, 20), methodNeeds(p, 1000, 40)
		if !(small.numbers > 0 && small.work > 0 && large.numbers >= small.numbers && large.work > small.work) {
			t.Errorf("%s: %+v with 20 functions, %+v with 40", p.Method, small, large)
		}
	}
	if got := methodNeeds(part.Point{Method: "sfa", P: 8}, 1000, 20); got != (needs{}) {
		t.Errorf("sfa: %+v beyond its moments", got)
	}
}

func TestAGraphOfTooManyEdgesIsRefused(t *testing.T) {
	s := spec()
	s.Graph, s.GraphKNN = "gpfa1", "100"
	_, err := plan(t, trials(6, 4, 100), s).Memory(1, 32<<20)
	if err == nil || !strings.Contains(err.Error(), "--limit") {
		t.Errorf("error %v", err)
	}
}
