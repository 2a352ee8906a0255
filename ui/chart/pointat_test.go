package chart

import "testing"

// A click on a drawn marker, and next to it, selects its point; one far from all selects none.
// Without axes and labels, x = 0 … 8 lie on the columns 0 … 8 and y = 0 … 3 on the lines 3 … 0.
func TestPointAtMarker(t *testing.T) {
	p := Plot{Series: []Series{{X: []float64{8, 0, 4}, Y: []float64{3, 0, 1}}, {X: []float64{8}, Y: []float64{0}}}}
	for _, q := range []struct {
		x, y, series, index int
		ok                  bool
	}{{0, 3, 0, 1, true}, {4, 2, 0, 2, true}, {8, 0, 0, 0, true}, {8, 3, 1, 0, true}, {5, 2, 0, 2, true}, {4, 1, 0, 2, true},
		{7, 1, 0, 0, false}, {2, 0, 0, 0, false}, {-5, 90, 0, 0, false}} {
		series, index, ok := p.PointAt(9, 4, q.x, q.y)
		if ok != q.ok || ok && (series != q.series || index != q.index) {
			t.Errorf("at %d,%d: point %d of series %d (%v), want %d of %d (%v)", q.x, q.y, index, series, ok, q.index, q.series, q.ok)
		}
	}
	if _, _, ok := (Plot{}).PointAt(40, 12, 3, 3); ok {
		t.Error("a plot without points has one")
	}
}
