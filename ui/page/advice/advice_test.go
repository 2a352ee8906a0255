package advice

import (
	"testing"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// The heuristic width is measured once, in the background, and used for the advice.
func TestWidthIsMeasured(t *testing.T) {
	sc := uitest.Done(80, 24)
	sc.Mode, sc.Set, sc.Hash, sc.Session = page.Live, uitest.Set(), "fake", &sessions.Session{}
	p := New(control.New(sc, control.Options{}), nil)
	cmd := p.consult(sc)
	if cmd == nil {
		t.Fatal("the width is not measured")
	}
	msg, ok := cmd().(WidthMeasured)
	if !ok || !(msg.Width > 0) {
		t.Fatalf("measured %+v", msg)
	}
	before := p.basis
	p.Update(sc, msg)
	if p.basis == before || p.widths[msg.Of] != msg.Width {
		t.Error("the width that was measured is not judged by")
	}
	if p.consult(sc) != nil || p.measureWidth(sc) != nil {
		t.Error("the width is measured twice")
	}
}
