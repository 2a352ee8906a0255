package control

import (
	"testing"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// Learned atoms are shown at once if they are the same: for other λ, and for other codings, but
// not for another fold or other data.
func TestAtomsAreLearntOnce(t *testing.T) {
	sc := uitest.Done(80, 24)
	sc.Hash = "here"
	ctl := New(sc, Options{})
	ctl.Work = &Group{Context: t.Context()}
	b := NewProber(sc, ctl, nil)
	asked := uitest.Points()[0].With(space.Reduction.Is("ksvd:9:2"))
	sc.Asks = func() (page.Inquiry, bool) { return page.Inquiry{Kind: page.Dissecting, Point: asked}, true }
	ask := func(p part.Point) *page.Probe {
		asked = p
		b.Attend()
		return sc.Probes[page.Dissecting]
	}
	first := ask(asked)
	if !first.Pending {
		t.Fatal("atoms are known before they are learnt")
	}
	atoms := new(resolve.Atoms)
	b.Probed(Probed{ID: first.ID, Outcome: page.Outcome{Atoms: atoms}})
	start := asked
	other := start
	other.Fold++
	for range maxCachedAtoms + 1 {
		sc.Probes[page.Dissecting] = nil
		if p := ask(start.With(method.Lambda.Is(3), space.Reduction.Is("ksvd:9:2"))); p.Pending || p.Atoms != atoms || sc.Answers[page.Dissecting] != p {
			t.Fatal("for another λ atoms are learnt anew")
		}
		if p := ask(other); !p.Pending {
			t.Fatal("another fold has the same atoms")
		}
		b.Probed(Probed{ID: sc.Probes[page.Dissecting].ID, Outcome: page.Outcome{Atoms: new(resolve.Atoms)}})
		other.Fold++
	}
	if len(b.atomCache) > maxCachedAtoms {
		t.Errorf("%d are kept", len(b.atomCache))
	}
	sc.Hash = "there"
	sc.Probes[page.Dissecting] = nil
	if p := ask(start); !p.Pending {
		t.Error("other data has the same atoms")
	}
}
