package point

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/uitest"
	"github.com/charmbracelet/x/ansi"
)

// A point that is chosen by ξ shows it on both parts, and that it was chosen on training,
// because the validation part has no ξ.
func TestMeasuredShowsXiOnTraining(t *testing.T) {
	p := uitest.Points()[0].With(measure.XiLambda.Is(1))
	r := uitest.Result(p)
	r.Slowness.XiTest, r.Slowness.XiTrain = []part.Float{3.5}, []part.Float{2.75}
	r.Validation.Parts = []result.ValidationPart{{N: 10, Xi: &result.Xi{Features: []part.Float{2.5}, Noise: 90}}}
	sc := uitest.Scene([]part.Point{p}, nil, 100, 40)
	sc.Sweep.Criterion.By = choose.By{Objective: measure.ByXi, Features: 1}
	row := choose.Summarize([]*result.Result{r})[0]
	text := ansi.Strip(string(clean.Join(append(measureTable(sc, &row, 100), parameterFacts(sc, &row, 100)...), "\n")))
	for _, want := range []string{"★ is chosen on training, test never chooses", "ξ 2.50"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "ξ ↓") && strings.Join(strings.Fields(line), " ") != "ξ ↓ – 3.50 2.75" {
			t.Errorf("ξ is shown as %q", line)
		}
	}
	if !strings.Contains(text, "ξ ↓") {
		t.Errorf("no ξ on\n%s", text)
	}
}
