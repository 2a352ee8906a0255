package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"gonum.org/v1/gonum/mat"
)

// undrawn requires an *Error with the text.
func undrawn(t *testing.T, what, want string) func(svg.Drawing, error) {
	return func(_ svg.Drawing, err error) {
		t.Helper()
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
}

func TestMapsOfASweep(t *testing.T) {
	s, _ := recorded.Waves(t)
	draw := func(p Plot) string {
		t.Helper()
		text := drawn(t)(OfSweep(s, p))
		if text != drawn(t)(OfSweep(s, p)) {
			t.Errorf("%+v is drawn in two ways", p)
		}
		return text
	}
	for _, view := range MapViews() {
		if unmeasured(s, view) {
			undrawn(t, view, "no point has a")(OfSweep(s, Plot{View: view}))
		} else if text := draw(Plot{View: view}); strings.Count(text, "<g><title>") != 4 || strings.Count(text, "<title>best: σ=") != 1 {
			t.Errorf("%s has not 4 cells, one of them the best:\n%s", view, text)
		}
	}
	rows, c := s.Choice()
	text := draw(Plot{View: "map"})
	for _, r := range rows {
		if subset.M.Of(r.Config) == subset.M.Of(c.Row.Config) {
			if want := fmt.Sprintf("λ=%s: %s</title>", message.Exponents(r.Config.Text("lambda")), c.By.Text(&r, measure.ValidationAccuracy)); !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
	if text := draw(Plot{"map-segments", "m", "none"}); strings.Count(text, "<g><title>") != 2 || !strings.Contains(text, ">m</text>") {
		t.Errorf("over m alone it is\n%s", text)
	}
	undrawn(t, "another axis", "does not vary in the sweep: choose from sigma, lambda, m")(OfSweep(s, Plot{View: "map", Axis: "degree"}))
	undrawn(t, "both", "choose another one of")(OfSweep(s, Plot{View: "map", Axis: "m", Series: "m"}))
	undrawn(t, "nonsense", strings.Join(Views(), ", "))(OfSweep(s, Plot{View: "map-nonsense"}))
}

// Words are axes, too; rows without the parameter have their own place, and
// failed points and violations of unit variance are marked with a legend.
func TestMapMarks(t *testing.T) {
	rows := rowsOf(at("sfa", 1, 0, 20, "lda"), at("sfa", 2, 0, 20, "lda"), at("sfa", 1, 0.1, 20, "lda"), at("pca", 1, 0, 20, "lda"), at("sfa", 2, 0.1, 40, "lda"))
	rows[1].VarianceOK = false
	rows[2].Failed, rows[2].Results[0].Error = 1, "a <b>\x1b[31m"
	slowness := measure.TestSlowness
	axis := func(name string) *part.Axis {
		a, _ := part.AxisNamed(name)
		return a
	}
	m, ok := (sweepRows{rows: rows, stars: []int{0}}).mapOver(slowness, layout{axis("sigma"), axis("lambda"), []*part.Axis{axis("m"), axis("method")}})
	if !ok || m.Title != "test slowness ↓ lower is better · m=20 · sfa" || !slices.Equal(m.Columns, []string{"1", "2"}) || !slices.Equal(m.Rows, []string{"0.1", "0"}) {
		t.Fatalf("the map is %+v", m)
	}
	if c := m.Cells[0]; !c[0].Bad || drawing.Finite(c[0].Value) || !strings.Contains(c[0].Text, "1 of 1 folds failed: a <b>") || strings.Contains(c[0].Text, "\x1b") || c[1].Text != "" {
		t.Errorf("the upper cells are %+v", c)
	}
	if c := m.Cells[1]; c[0].Value != 1 || !c[0].Best || !c[1].Bad || c[1].Text != "σ=2 λ=0: 2, violates unit variance" {
		t.Errorf("the lower cells are %+v", c)
	}
	text := drawn(t)(m, nil)
	if !strings.Contains(text, "a &lt;b&gt;") || strings.Count(text, `stroke-width="2"`) != 3 { // two cells, and the legend of the mark
		t.Errorf("the marks are drawn as\n%s", text)
	}
	m, ok = (sweepRows{rows: rows, stars: []int{0}}).mapOver(slowness, layout{axis("method"), axis("lambda"), []*part.Axis{axis("m"), axis("sigma")}})
	if !ok || !slices.Equal(m.Columns, []string{"sfa", "pca"}) || !slices.Equal(m.Rows, []string{"none", "0.1", "0"}) || m.Cells[0][1].Text != "pca no λ: 4" {
		t.Errorf("over words the map is %+v", m)
	}
}

func TestConfusionOfAPoint(t *testing.T) {
	s, set := recorded.Waves(t)
	r := *s.Finished()[3]
	numbered := drawn(t)(OfPoint(t.Context(), s, "confusion", nil, &r))
	if strings.Count(numbered, " classified as ") != 4 || !strings.Contains(numbered, "<title>1 classified as 2: ") { // a title for each cell
		t.Errorf("without the data it is drawn as\n%s", numbered)
	}
	hostile := *set
	hostile.Classes = []string{"<script>\x1b]0;x\x07 & \u202e", strings.Repeat("long", 30)}
	named := drawn(t)(OfPoint(t.Context(), s, "confusion", &hostile, &r))
	if strings.Contains(named, "<script>") || strings.ContainsAny(named, "\x1b\u202e") || !strings.Contains(named, "&lt;script&gt;") || !strings.Contains(named, "longlonglonglonglongl…") {
		t.Errorf("hostile names are drawn as\n%s", named)
	}
	r.Confusion = nil
	undrawn(t, "without a classifier", "has no classifier")(OfPoint(t.Context(), s, "confusion", nil, &r))
	r.Error = "rank is 0"
	undrawn(t, "failed", "failed, there is nothing to draw: rank is 0")(OfPoint(t.Context(), s, "graph", set, &r))
}

func TestInsideOfAPoint(t *testing.T) {
	s, set := recorded.Waves(t)
	r := s.Finished()[3]
	draw := func(view string, set *data.Set) string {
		t.Helper()
		return drawn(t)(OfPoint(t.Context(), s, view, set, r))
	}
	for view, counts := range map[string]map[string]int{
		// One curve per feature and part; one stretch per segment of both
		// parts.
		"traces": {`stroke-width="1.2"`: 6, `pointer-events="all"><title>segment `: r.SegmentsTrain + r.SegmentsTest, ">training: ": 1, ">test: ": 1},
		// One path per class and part, and one legend.
		"scatter": {"<title>s0</title>": 2, "<title>s1</title>": 2, ">s0</text>": 1, ">φ1</text>": 2},
		// The first three samples of 240 form two pairs, each of weight ½. None
		// crosses the border of the first segment.
		"graph": {"samples in order</text>": 1, "samples by class</text>": 1, "<title>samples 1–3 with samples 1–3: 2</title>": 1,
			"<title>samples 4–5 with samples 1–3: 0.5</title>": 1, "<title>samples 21–23 with samples 19–20": 0, ">s1</text>": 2},
	} {
		text := draw(view, set)
		for want, n := range counts {
			if strings.Count(text, want) != n {
				t.Errorf("%s: %q stands there %d times, not %d, in\n%s", view, want, strings.Count(text, want), n, text)
			}
		}
		if text != draw(view, set) {
			t.Errorf("%s is drawn in two ways", view)
		}
	}
	bare := *set
	bare.Label, bare.Classes = nil, nil
	s.Header.Data.Hash = bare.Hash()
	if text := draw("scatter", &bare); !strings.Contains(text, "the data has no label") || strings.Contains(text, ">s0<") {
		t.Errorf("without labels it is drawn as\n%s", text)
	}
	if text := draw("graph", &bare); strings.Contains(text, "by class") {
		t.Errorf("without labels the graph is drawn as\n%s", text)
	}
}

// A point without the data of a view returns the reason.
func TestInsideOfOtherPoints(t *testing.T) {
	s, set := recorded.WavesWith(t, sweep.Spec{Split: split.Options{Validation: 0.25, Seed: 1}}.With("sigma", "rel:1", "m", "10", "p", "1", "method", "pca", "readout", "lda"))
	r := s.Finished()[0]
	undrawn(t, "one feature", "has a single feature")(OfPoint(t.Context(), s, "scatter", set, r))
	undrawn(t, "no graph", "the method pca does not use one")(OfPoint(t.Context(), s, "graph", set, r))
	undrawn(t, "over nothing", "nothing varies")(OfSweep(s, Plot{View: "map", Series: "m"}))
}

func TestDataDrawing(t *testing.T) {
	_, set := recorded.Waves(t)
	text := drawn(t)(OfData(set))
	if !strings.Contains(text, "waves.csv · segment 0, group w0, s0, 1 of 18 · 20 samples") || strings.Count(text, `stroke-width="1.2"`) != 3 || !strings.Contains(text, ">b</text>") {
		t.Errorf("the data is drawn as\n%s", text)
	}
	// The drawing of a long segment of many inputs is limited.
	x := mat.NewDense(100_000, 20, nil)
	for i := range 100_000 {
		x.Set(i, 0, math.Sin(float64(i)))
	}
	long := &data.Set{Name: "a <long> one", X: x, Segments: []data.Segment{{Name: "\x1b[2J", End: 100_000}}}
	text = drawn(t)(OfData(long))
	if len(text) > 500_000 || strings.Count(text, `stroke-width="1.2"`) != mostInputs || !strings.Contains(text, "the least and the largest of every 100<") || !strings.Contains(text, "the first 12 of 20 inputs") {
		t.Errorf("%d bytes, beginning with\n%s", len(text), text[:1000])
	}
	undrawn(t, "no data", "no sample")(OfData(&data.Set{X: x}))
}

// Classes are placed at their first sample.
func TestClassPlaces(t *testing.T) {
	set := &data.Set{Classes: []string{"a", "b", "c"}, Label: []int{2, 0, 0, -1, 2, 0, 0, 2}}
	names, places := classPlaces(set, []int{0, 1, 2, 3, 4, 5, 6, 7}, 8, []int{0, 1, 2})
	if !slices.Equal(places, []string{"no label", "a", "a", "a", "a", "c", "c", "c"}) || !slices.Equal(names, []string{"no label", "a", "", "", "", "c", "", ""}) {
		t.Errorf("names %q of %q", names, places)
	}
	if _, places := classPlaces(set, []int{0, 1, 2, 3, 4, 5, 6, 7}, 8, []int{2, 1, 0}); !slices.Equal(places, []string{"no label", "c", "c", "c", "a", "a", "a", "a"}) {
		t.Errorf("in another order: %q", places)
	}
	if names, _ := classPlaces(set, []int{0, 1, 2, 4, 5}, 2, []int{0, 1, 2}); !slices.Equal(names, []string{"a", "c"}) {
		t.Errorf("of two places: %q", names)
	}
}
