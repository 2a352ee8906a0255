package sweep_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// What the edges of a graph take is held against what is allocated for them.
func TestGraphNeedsCoverTheEdges(t *testing.T) {
	for name, at := range map[string]part.Point{
		"gpfa1": part.Point{}.With(method.Name.Is("sfa"), graph.Name.Is("gpfa1"), graph.Neighbours.Is(20), graph.Order.Is(1), graph.Direction.Is("both")),
		"gpfa2": part.Point{}.With(method.Name.Is("sfa"), graph.Name.Is("gpfa2"), graph.Neighbours.Is(40), graph.Order.Is(2), graph.Direction.Is("future")),
		"drawn": part.Point{}.With(method.Name.Is("sfa"), graph.Name.Is("class-pairs"), graph.Partners.Is(40)),
	} {
		p := sweeptest.Plan(t, sweeptest.Trials(6, 4, 100), sweeptest.Spec())
		part, err := preparation.Gather(context.Background(), p.Set, p.Jobs[0].Fold.Train)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		g, err := p.Graphs.Training(context.Background(), part, at)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		held := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		n := int64(len(part.Rows))
		if needs := 8 * p.Jobs[0].GraphNeeds(at, int(n), 1).Numbers; needs < held || needs > 12*held {
			t.Errorf("%s: %d bytes expected, the graph of %d pairs holds %d", name, needs, g.Pairs(), held)
		}
	}
}

func TestMethodsThatUseTimeNeedMore(t *testing.T) {
	for _, p := range []part.Point{
		part.Point{}.With(method.Name.Is("pfa"), graph.Order.Is(4), method.P.Is(8)), part.Point{}.With(method.Name.Is("foreca"), method.P.Is(8)), part.Point{}.With(method.Name.Is("incremental"), method.P.Is(8), method.Epochs.Is(3)),
	} {
		small, large := sweep.MethodNeeds(p, 1000, 20), sweep.MethodNeeds(p, 1000, 40)
		if !(small.Numbers > 0 && small.Work > 0 && large.Numbers >= small.Numbers && large.Work > small.Work) {
			t.Errorf("%s: %+v with 20 functions, %+v with 40", method.Name.Of(p), small, large)
		}
	}
	if got := sweep.MethodNeeds(part.Point{}.With(method.Name.Is("sfa"), method.P.Is(8)), 1000, 20); got != (method.Needs{}) {
		t.Errorf("sfa: %+v beyond its moments", got)
	}
}

func TestAGraphOfTooManyEdgesIsRefused(t *testing.T) {
	s := sweeptest.Spec()
	s.Set("graph", "gpfa1")
	s.Set("graph-knn", "100")
	_, err := sweeptest.Plan(t, sweeptest.Trials(6, 4, 100), s).Memory(1, 32<<20)
	if err == nil || !strings.Contains(err.Error(), "--limit") {
		t.Errorf("error %v", err)
	}
}
