package sessions

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/sessiontest"
)

// swept returns a recorded sweep over three widths, two λ and two folds. Its keys and
// numbers are the same on every machine. One point failed; the points with σ = 10 and λ = 0
// violate unit variance.
func swept(t testing.TB, change func(*Header)) *Session {
	t.Helper()
	h := testHeader()
	h.Name, h.Engine, h.KernelPath, h.UUID = "words", "0.10.1", "avx2-amd64", "5fa0c0de-0000-4000-8000-000000000002"
	h.Spec = sweep.Spec{}.With("sigma", "log:0.1:10:3", "lambda", "0,1e-3", "m", "20", "p", "2", "readout", "lda")
	h.Spec.Split.Folds, h.Spec.Split.Validation, h.Spec.Split.Seed = 2, 0.25, 7
	h.Data.Name, h.Data.Hash = "words.csv", strings.Repeat("d1", 32)
	h.Data.Options.Paths, h.Data.Options.Label = []string{"/data/words.csv"}, "word"
	h.Data.Sources[0].Path, h.Data.Sources[0].SHA256 = "words.csv", strings.Repeat("f1", 32)
	if change != nil {
		change(&h)
	}
	plan := sessiontest.Keyed(sessiontest.SweptPlan(), h.Engine, h.KernelPath, h.Data.Hash)
	s, err := Create(filepath.Join(t.TempDir(), "words.sfa"), h, plan)
	must(t, err)
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	for i, e := range plan {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(i, e)}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	return reopen(t, s)
}
