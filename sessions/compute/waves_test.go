package compute

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest"
)

// waves returns a session whose sweep has run on a small table of two classes,
// over widths, λ, sizes and three folds.
func waves(t testing.TB) (*sessions.Session, *data.Set) {
	t.Helper()
	return wavesWith(t, wavesSpec())
}

func wavesSpec() sweep.Spec {
	return sweep.Spec{Split: split.Options{Validation: 0.25, Seed: 1}}.With("sigma", "rel:0.5,2", "lambda", "0,1e-5", "m", "10,20", "p", "3", "readout", "lda")
}

// wavesData returns the data of [waves], and how it was opened.
func wavesData(t testing.TB) (datasets.Options, *data.Set) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "waves.csv")
	check(t, os.WriteFile(path, []byte(sessiontest.Waves()), 0o644))
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(t, err)
	return options, set
}

// wavesWith returns a session of another sweep on the same data.
func wavesWith(t testing.TB, spec sweep.Spec) (*sessions.Session, *data.Set) {
	t.Helper()
	options, set := wavesData(t)
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(t, err)
	e, err := Start(t.Context(), Request{Dir: filepath.Join(t.TempDir(), "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	check(t, err)
	check(t, e.Wait())
	return reopened(t, e.Session()), set
}

// held stops the choice of supports by mp-mah while it is locked.
var held sync.RWMutex

func init() {
	kind := &subset.Kinds.Named("mp-mah").Build
	choose := kind.Choose
	kind.Choose = func(ctx context.Context, from subset.Candidates, m int, at part.Point) (*subset.Supports, error) {
		held.RLock()
		defer held.RUnlock()
		return choose(ctx, from, m, at)
	}
}

// holdFits stops sweeps before their first fit until release is called, so that a sweep of
// milliseconds does not end before the test has paused it.
func holdFits(t testing.TB) (release func()) {
	held.Lock()
	release = sync.OnceFunc(held.Unlock)
	t.Cleanup(release)
	return release
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func reopened(t testing.TB, s *sessions.Session) *sessions.Session {
	t.Helper()
	s, err := sessions.Open(s.Dir)
	check(t, err)
	return s
}

// pointsIn returns the bytes of all published points by name.
func pointsIn(t testing.TB, s *sessions.Session) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(s.Dir, "points"))
	check(t, err)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(s.Dir, "points", e.Name()))
		check(t, err)
		files[e.Name()] = string(b)
	}
	return files
}
