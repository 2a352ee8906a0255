package sessions_test

import (
	"slices"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

func TestCommandLine(t *testing.T) {
	s := recorded.Swept(t, func(h *sessions.Header) {
		h.Data.Options = datasets.Options{
			Paths: []string{"/my data/it's.csv", "/b.csv"}, TestPaths: []string{"/t,1.csv", "/u.csv"}, Label: "state", Drop: []string{"a", "b"},
			Where: "rep=5..14 label=3,7", Limit: 100,
		}
		h.Spec = sweep.Spec{Objective: "slowness"}.With("standardize", "on", "predictability", "4", "tolerance", "0.1", "sigma", "rel:0.5:4:7", "front", "whiten:0.99", "graph-knn", "3")
		h.Spec.Split = split.Options{Repeats: 5, TrainFraction: 2.0 / 3, Seed: 3}
	})
	lines, rest := sessions.Commands(s)
	want := `sfatui run '/my data/it'\''s.csv' /b.csv --test-data '"/t,1.csv",/u.csv' --label state --drop a,b --where 'rep=5..14 label=3,7' --limit 100` +
		` --front whiten:0.99 --sigma rel:0.5:4:7 --graph-knn 3 --predictability 4 --repeats 5 --validation 0 --seed 3` +
		` --standardize --objective slowness --tolerance 0.1`
	if rest != 0 || len(lines) != 1 || lines[0] != want {
		t.Errorf("%d points left of\n%q, not\n%q", rest, lines, want)
	}
}

// grown returns a session with a further plan of the given points.
func grown(t *testing.T, more []part.Point) *sessions.Session {
	t.Helper()
	s := recorded.Swept(t, nil)
	var entries []sweep.Entry
	for _, p := range more {
		entries = append(entries, sweep.Entry{Point: p, Cost: 1})
	}
	entries = sessiontest.Keyed(entries, s.Header.Engine, s.Header.KernelPath, s.Header.Data.Hash)
	w, err := s.Writer(time.Now)
	must(t, err)
	must(t, w.AddPlan(entries))
	must(t, w.Close())
	return reopen(t, s)
}

func TestCommandsOfASessionThatGrew(t *testing.T) {
	var widths, kernels []part.Point
	for _, e := range sessiontest.SweptPlan()[:4] { // of σ 0.1
		p := e.Point
		kernel.Sigma.Set(&p, part.Num(20))
		widths = append(widths, p)
		method.Name.Set(&p, "pca")
		method.Lambda.Set(&p, part.Value{})
		graph.Name.Set(&p, "")
		if method.Lambda.X(e.Point) == 0 {
			kernels = append(kernels, p)
		}
	}
	const (
		from    = "sfatui run /data/words.csv --label word "
		written = from + "--sigma log:0.1:10:3 --lambda 0,1e-3 --m 20 --p 2 --readout lda --folds 2 --seed 7 --inner last"
		to      = " --select mp-mah --basis stable --shift on --readout lda --folds 2 --seed 7 --inner last"
		all     = from + "--method sfa --front none --layers none --space kernel --kernel gaussian --sigma 0.1,1,10,20 --lambda 0,0.001 --cut auto --m 20 --p 2 --rotation none --graph time --weights none" + to
		pca     = from + "--method pca --front none --layers none --space kernel --kernel gaussian --sigma 20 --cut auto --m 20 --p 2 --rotation none" + to
	)
	for name, c := range map[string]struct {
		more []part.Point
		want []string
		rest int
	}{
		"another width makes one sweep of all":   {widths, []string{all}, 0},
		"another method has other parameters":    {slices.Concat(widths, kernels), []string{all, pca}, 0},
		"what is no full combination is counted": {widths[:3], []string{written}, 3},
		"nor is a fold that stands alone one":    {widths[1:2], []string{written}, 1},
	} {
		lines, rest := sessions.Commands(grown(t, c.more))
		if !slices.Equal(lines, c.want) || rest != c.rest {
			t.Errorf("%s: %d left of\n%q, not\n%q", name, rest, lines, c.want)
		}
	}
}

// TestCommandsOfInnerSplits verifies --gap and --inner of a point's command line. A point's
// gap includes the overlap, which the command line adds by itself. Blocks have no share for
// validation.
func TestCommandsOfInnerSplits(t *testing.T) {
	blocks := part.Point{Frame: part.Frame{Folds: 1, Gap: 33, Inner: 8, Seed: 1}}.With(method.Name.Is("sfa"))
	groups := part.Point{Frame: part.Frame{Folds: 1, Validation: part.Num(0.4), Inner: 5, Seed: 1}}
	before := part.Point{Frame: part.Frame{Folds: 1, Validation: part.Num(0.25), Seed: 1}}
	for _, c := range []struct {
		p          part.Point
		gap        int
		inner      string
		validation float64
	}{{blocks, 10, "8", split.DefaultValidation}, {groups, 0, "5", 0.4}, {before, 0, "last", 0.25}} {
		spec, ok := sessions.Sweep([]part.Point{c.p}, 23)
		if !ok || spec.Split.Gap != c.gap || spec.Inner != c.inner || spec.Split.Validation != c.validation || spec.Split.Inner != 0 {
			t.Errorf("%+v, %v of %+v", spec, ok, c.p.Frame)
		}
	}
}

// TestCommandsOfTrainShares verifies that several shares of the training part make one
// sweep, and that a single share of 1 is not written.
func TestCommandsOfTrainShares(t *testing.T) {
	one := part.Point{Frame: part.Frame{Folds: 1, Seed: 1}}.With(method.Name.Is("sfa"))
	half := one.With(preparation.TrainShare.Is(0.5))
	for want, points := range map[string][]part.Point{"": {one}, "0.5": {half}, "0.5,1": {one, half}} {
		spec, ok := sessions.Sweep(points, 0)
		if !ok || spec.Text("train-share") != want {
			t.Errorf("%q, %v, want %q", spec.Text("train-share"), ok, want)
		}
	}
}
