package point

import (
	"example.com/sfatui/ui/theme"

	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
	"github.com/charmbracelet/x/ansi"
)

// What only some sweeps measure is on the detail page when it is there.
func TestFoldTextShowsGraphLatentAndErrors(t *testing.T) {
	sc := &page.Scene{Style: &theme.Style{}}
	r := uitest.Result(uitest.Points()[0])
	rmse, mae := part.Float(0.5), part.Float(0.25)
	r.RMSE, r.MAE = &rmse, &mae
	r.Graph = &result.GraphReport{Delta: []part.Float{0.1, 0.2}, Components: 10}
	r.Fourier = []result.Harmonic{{R2: 1, Wave: []int{1, 0}, Corr: -0.98}, {R2: 1, Wave: []int{0, 1}, Corr: 0.97}}
	text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n")))
	for _, want := range []string{"mean absolute error 0.25", "10 components", "[1 0] -0.98, [0 1] 0.97"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
}
