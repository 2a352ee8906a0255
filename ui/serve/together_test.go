package serve

import (
	"context"
	"sync/atomic"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/uitest"
)

// Data is read once for all clients, for the data page, for sessions, and for the sweep that is
// resumed on it. Only the owner sets the roles of columns, nobody writes a recipe, and copying
// needs no permission.
func TestDataIsReadOnceForAll(t *testing.T) { uitest.Bubble(t, testDataIsReadOnceForAll) }

func testDataIsReadOnceForAll(t *testing.T) {
	p, _ := newGated(t)
	read, reads := p.server.sets.read, atomic.Int32{}
	var sets [8]*data.Set // keeps the sets from being garbage collected
	p.server.sets.read = func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
		set, err := read(ctx, o, progress)
		sets[reads.Add(1)-1] = set
		return set, err
	}
	once := func(when string) {
		t.Helper()
		if n := reads.Load(); n != 1 {
			t.Errorf("%s the data was read %d times", when, n)
		}
	}
	owner := p.join(p.owner, "xterm", 100, 30)
	owner.choose("tiny.csv")
	owner.until("○ not started", "240 samples")
	for _, key := range p.viewers[:2] {
		viewer := p.join(key, "xterm", 100, 30)
		viewer.choose("tiny.csv")
		viewer.until("○ not started", "240 samples", "viewer")
		viewer.typeKeys("r")
		viewer.until("only the owner (ada) may start sweeps here")
		viewer.typeKeys("Y")
		viewer.until("not available over a server")
		viewer.typeKeys("y")
		viewer.until("copied")
	}
	once("while three look at it")
	owner.typeKeys("Y")
	owner.until("not available over a server")
	owner.typeKeys("ss")
	owner.until("space pause")
	owner.typeKeys(" ")
	late := p.join(p.viewers[2], "xterm", 100, 30)
	late.choose("tiny.csv-1.sfa")
	late.until("viewer, 2 watching", "‖ paused")
	late.typeKeys("d")
	late.until("› data", "240 samples")
	once("while its sweep is held")
	owner.typeKeys("x")
	owner.until("Cancel?")
	owner.typeKeys("y")
	owner.until("‖ stopped at")
	owner.typeKeys("\x1b\x1b")
	owner.choose("tiny.csv-1.sfa")
	owner.until("‖ stopped at")
	owner.typeKeys("s")
	owner.until("● running", "space pause")
	owner.typeKeys(" ")
	once("when its sweep goes on")

	// With other options it is another data set, used by the owner only.
	another := p.join(p.owner, "xterm", 100, 30)
	another.choose("tiny.csv")
	another.until("○ not started", "240 samples")
	another.typeKeys("jjrd")
	another.until("240 samples × 1 input ")
	if n := reads.Load(); n != 2 {
		t.Errorf("with another role the data was read %d times", n)
	}
}
