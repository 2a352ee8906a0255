package inside

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
	"github.com/charmbracelet/x/ansi"
	"gonum.org/v1/gonum/mat"
)

// scene returns a point with a front of k atoms of d inputs, two of which are useless.
func scene(k, d, w, h int) (*page.Scene, *Atoms) {
	points := uitest.Points()[:2]
	for i := range points {
		points[i] = points[i].With(space.Reduction.Is("vq:5"))
	}
	sc := uitest.Scene(points, nil, w, h)
	sc.Sweep = *uitest.Sweep(points)
	sc.Arrange()
	x := &resolve.Atoms{X: mat.NewDense(k, d, nil), Inputs: make([]string, d), Picture: data.Picture{Rows: d / 4, Columns: 4, Place: make([]int, d)}, Of: 100}
	for i := range d {
		x.Picture.Place[i] = i
	}
	for j := range k {
		x.Number = append(x.Number, k-j)
		x.X.Set(j, j%d, 1)
		u := &x.Use
		u.Share, u.Energy, u.Double = append(u.Share, 1/float64(j+2)), append(u.Energy, 0.1), append(u.Double, -1)
		u.Along, u.ByClass = append(u.Along, []float64{0, 1, 2}), append(u.ByClass, []float64{1, 2, 0})
	}
	x.Double[k-2], x.Share[k-1] = 0, 0
	p := NewAtoms()
	sc.Shown = p.Name()
	sc.Asks = func() (page.Inquiry, bool) { return p.Inquiry(sc) }
	if q, any := p.Inquiry(sc); any {
		sc.Probes[q.Kind] = &page.Probe{Inquiry: q, Outcome: page.Outcome{Atoms: x}}
	}
	return sc, p
}

func text(lines []clean.Text) string { return ansi.Strip(string(clean.Join(lines, "\n"))) }

// The cursor reaches every atom, unused and duplicate atoms are marked, and one is shown large
// with its use, at every size.
func TestAtomsAreMarkedAndMovedAmong(t *testing.T) {
	sc, p := scene(30, 16, 80, 22)
	first := text(p.View(sc, layout.Size{W: 80, H: 22}))
	if !strings.Contains(first, "▸30 50%") || !strings.Contains(first, "1 unused · 1 double") {
		t.Fatalf("shown is\n%s", first)
	}
	p.Move(sc, 1<<20)
	if last := text(p.View(sc, layout.Size{W: 80, H: 22})); !strings.Contains(last, "▸1 unused") || !strings.Contains(last, "2 =30") {
		t.Errorf("at the end is shown\n%s", last)
	}
	p.large = true
	if one := text(p.View(sc, layout.Size{W: 80, H: 22})); !strings.Contains(one, "none of 100 training") {
		t.Errorf("of an unused atom is said\n%s", one)
	}
	p.Move(sc, -1<<20)
	if one := text(p.View(sc, layout.Size{W: 120, H: 40})); !strings.Contains(one, "50% of 100") || !strings.Contains(one, "mean size of the entry by class") {
		t.Errorf("of the first is said\n%s", one)
	}
	if !p.Back(sc) || p.Back(sc) {
		t.Error("back leaves the large picture, and then the page")
	}
	for _, d := range []int{4, 16} {
		sc, p := scene(7, d, 40, 10)
		for _, size := range []layout.Size{{W: 20, H: 5}, {W: 80, H: 22}, {W: 120, H: 38}, {W: 200, H: 48}, {W: 1, H: 1}} {
			for range 6 {
				p.lookIndex++
				p.large = !p.large
				for _, line := range p.View(sc, size) {
					if layout.Width(line) > size.W {
						t.Fatalf("%v: a line is %d wide", size, layout.Width(line))
					}
				}
			}
		}
	}
	plain, _ := scene(3, 4, 80, 22)
	plain.Sweep.Rows = nil
	if why := p.Off(plain); why == "" {
		t.Error("there are atoms without a point")
	}
}

// The key for pictures closes the large atom, because it would change something invisible.
func TestAnotherPictureLeavesTheLargeOne(t *testing.T) {
	sc, p := scene(30, 16, 80, 22)
	small := text(p.View(sc, layout.Size{W: 80, H: 22}))
	p.large = true
	for _, a := range p.Actions() {
		if a.ID == page.Picture.ID {
			a.Do(sc, "v")
		}
	}
	if now := text(p.View(sc, layout.Size{W: 80, H: 22})); p.large || now == small {
		t.Errorf("v on the large picture shows\n%s", now)
	}
}
