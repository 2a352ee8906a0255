package view

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// drawn returns a function that encodes a drawing as a file: well-formed XML in
// which every coordinate is a number.
func drawn(t *testing.T) func(svg.Drawing, error) string {
	return func(drawing svg.Drawing, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := svg.Write(&b, drawing); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || !strings.HasPrefix(text, "<svg ") {
			t.Errorf("the drawing is\n%s", text)
		}
		return text
	}
}

// unmeasured reports whether a view shows a measure that no point of the
// session has.
func unmeasured(s *sessions.Session, view string) bool {
	rows, _ := s.Choice()
	for _, m := range measure.All() {
		if m.Show.View == strings.TrimPrefix(view, "map-") {
			return !slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Of(m).N > 0 })
		}
	}
	return false
}

func TestViewsOfASweep(t *testing.T) {
	s, _ := recorded.Waves(t)
	lines := func(p Plot) int {
		t.Helper()
		return strings.Count(drawn(t)(OfSweep(s, p)), "<polyline")
	}
	for _, view := range SweepViews() {
		if unmeasured(s, view) {
			continue
		}
		if n := lines(Plot{View: view}); n != 2 {
			t.Errorf("%s: %d lines", view, n)
		}
	}
	for _, c := range []struct {
		axis, series string
		want         string
		lines        int
	}{
		{"m", "", ">m</text>", 2}, {"lambda", "sigma", ">λ</text>", 2}, {"m", "none", ">m</text>", 1}, {"", "sigma", ">λ</text>", 2},
	} {
		p := Plot{"segments", c.axis, c.series}
		if text := drawn(t)(OfSweep(s, p)); !strings.Contains(text, c.want) || strings.Count(text, "<polyline") != c.lines {
			t.Errorf("%+v: no %s, or not %d lines in\n%s", p, c.want, c.lines, text)
		}
	}
	var wrong *Error
	for want, p := range map[string]Plot{
		"choose from slowness":               {View: "nonsense"},
		"choose from sigma, lambda, m":       {View: "slowness", Axis: "degree"},
		"choose from none, sigma, lambda, m": {View: "slowness", Series: "readout"},
		"choose another one of":              {View: "slowness", Axis: "m", Series: "m"},
		"has a RMSE":                         {View: "rmse"},
	} {
		if _, err := OfSweep(s, p); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestViewsOfAPoint(t *testing.T) {
	s, _ := recorded.Waves(t)
	r := s.Finished()[3]
	features := drawn(t)(OfPoint(t.Context(), s, "features", nil, r))
	if strings.Count(features, "<polyline") != 2 || strings.Count(features, "<title>feature ") != 6 || !strings.Contains(features, "fold 1</text>") {
		t.Errorf("features are drawn as\n%s", features)
	}
	spectrum := drawn(t)(OfPoint(t.Context(), s, "spectrum", nil, r))
	if strings.Count(spectrum, "<title>eigenvalue ") != len(r.Spectrum.Rank) {
		t.Errorf("the spectrum is drawn as\n%s", spectrum)
	}
	var wrong *Error
	bare := result.Result{Key: r.Key, Point: r.Point}
	if _, err := OfPoint(t.Context(), s, "spectrum", nil, &bare); !errors.As(err, &wrong) {
		t.Errorf("without a spectrum: %v", err)
	}
	if _, err := OfPoint(t.Context(), s, "slowness", nil, r); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "choose from features") {
		t.Errorf("another view: %v", err)
	}
}

// Charts and maps mark the points that are as good as the best, and explain the
// sign.
func TestPlotsMarkWhatIsAsGood(t *testing.T) {
	s, _ := recorded.Waves(t)
	sw := sweptOf(s)
	for i := range sw.rows {
		if !sw.starred(i) {
			sw.good = append(sw.good, i)
		}
	}
	marked, shown := 0, 0
	for _, view := range SweepViews() {
		quantity, mapped, _ := measureOf(view, s.By().Objective)
		if mapped || view == "rmse" || view == "fourier" {
			continue
		}
		c, ok := sw.firstChart(quantity)
		if !ok {
			continue
		}
		shown++
		for _, curve := range c.Curves {
			for _, q := range curve.Points {
				if q.AsGood {
					marked++
				}
				if q.AsGood && q.Best {
					t.Errorf("%s: %s is best and as good as the best", view, q.Text)
				}
			}
		}
		text := drawn(t)(c, nil)
		if strings.Contains(text, "as good as the best within error") != strings.Contains(text, "q2.5 -3.5") {
			t.Errorf("%s: the sign and its meaning are not together", view)
		}
	}
	if marked == 0 || marked > shown*len(sw.good) {
		t.Errorf("%d marks on %d charts, %d points", marked, shown, len(sw.good))
	}
	quantity, _, _ := measureOf(MapViews()[0], s.By().Objective)
	m, err := sw.plot(quantity, true, Plot{})
	if err != nil {
		t.Fatal(err)
	}
	if text := drawn(t)(m, nil); !strings.Contains(text, "as good within error") {
		t.Error("the map does not say which cells are as good")
	}
}
