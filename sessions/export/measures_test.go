package export_test

import (
	"context"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/export/view"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// roughness is a measure outside the table, which only some sessions of these
// tests have.
var roughness = measure.Register(&measure.Measure{
	ID: "rough-ness", Label: "roughness on test", Doc: "Roughness is what the test says.", Better: measure.Lower,
	Take: func(context.Context, measure.Features) ([]float64, error) { return nil, nil },
})

// A registered measure is in every export without changes to the exporters.
func TestRegisteredMeasureIsExported(t *testing.T) {
	s := recorded.SweptWith(t, nil, func(r *result.Result) {
		if r.Error == "" {
			r.Measures = map[string][]part.Float{roughness.ID: {1, part.Float(kernel.Sigma.X(r.Point))}}
		}
	})
	table := written(t, s, "csv")
	if head, _, _ := strings.Cut(table, "\r\n"); !strings.HasSuffix(head, ",rough_ness_1,rough_ness_2,score") || !strings.Contains(table, ",1,0.1,0.4\r\n") {
		t.Errorf("the table is\n%s", table)
	}
	for _, format := range []string{"md", "html"} {
		for _, want := range []string{"roughness on test", "roughness on test 5.5", "Roughness is what the test says."} {
			if text := written(t, s, format); !strings.Contains(text, want) {
				t.Errorf("%s without %q:\n%s", format, want, text)
			}
		}
	}
	var b strings.Builder
	drawn, err := view.OfSweep(s, view.Plot{View: roughness.ID})
	must(t, err)
	must(t, svg.Write(&b, drawn))
	if !strings.Contains(b.String(), "roughness on test") {
		t.Errorf("the plot is\n%s", &b)
	}
	if _, err := view.OfSweep(recorded.Swept(t, nil), view.Plot{View: roughness.ID}); err == nil {
		t.Error("what was not measured is drawn")
	}
}
