package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// The exported features have the recorded slowness.
func TestFeatures(t *testing.T) {
	s, set := recorded.Waves(t)
	r := s.Finished()[10]
	var b bytes.Buffer
	must(t, writeFeatures(t.Context(), &b, s, set, r))
	a, config := sessiontest.ReadArrays(t, b.Bytes())
	for j, got := range a.Slowness("train_") {
		if math.Abs(got/float64(r.Slowness.Train[j])-1) > 1e-9 {
			t.Errorf("slowness of feature %d is %v, recorded %v", j, got, r.Slowness.Train[j])
		}
	}
	for _, prefix := range []string{"train_", "test_"} {
		rows := a[prefix+"rows"].Words
		for i, l := range a[prefix+"labels"].Words {
			if int(l) != set.Label[rows[i]] {
				t.Errorf("label of %s%d is %d", prefix, i, l)
			}
		}
		if n := a[prefix+"features"].Shape[0]; n != len(rows) || n != map[string]int{"train_": r.NTrain, "test_": r.NTest}[prefix] {
			t.Errorf("%d %sfeatures, %d rows", n, prefix, len(rows))
		}
	}
	if len(a["train_starts"].Words) != r.SegmentsTrain || a["train_starts"].Words[1] != 20 {
		t.Errorf("stretches start at %v", a["train_starts"].Words)
	}
	var c struct {
		Result struct{ Key string }
		Data   struct{ Hash string }
	}
	must(t, json.Unmarshal([]byte(config), &c))
	if c.Result.Key != r.Key || c.Data.Hash != s.Header.Data.Hash {
		t.Errorf("the config is %s", config)
	}
	var again bytes.Buffer
	must(t, writeFeatures(t.Context(), &again, s, set, r))
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two exports of one point differ")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := writeFeatures(ctx, io.Discard, s, set, r); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	failed := *r
	failed.Error = "rank is 0"
	if err := writeFeatures(t.Context(), io.Discard, s, set, &failed); err == nil {
		t.Error("a failed point has features")
	}
}

const measureAgain = `
import json, sys, numpy as np
f = np.load(sys.argv[1], allow_pickle=False)
r = json.loads(f['config'].item())['result']
inside = lambda part: np.setdiff1d(np.arange(1, len(f[part + '_features'])), f[part + '_starts'])
def slowness(part):
    x = f[part + '_features']; i = inside(part)
    return ((x[i] - x[i - 1]) ** 2).mean(axis=0)
x = f['test_features']
assert np.allclose(slowness('train'), r['slowness']['train'], rtol=1e-10, atol=0)
assert np.allclose(slowness('test') / x.var(axis=0), r['slowness']['test'], rtol=1e-10, atol=0)
assert np.allclose(f['train_features'].var(axis=0), 1, atol=1e-9)
assert list(f['classes']) == ['s0', 's1'] and f['test_labels'].max() == 1 and len(f['test_rows']) == r['n_test']
`

func TestNumpyReadsFeatures(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skipf("%s has no numpy: %v", python, err)
	}
	s, set := recorded.Waves(t)
	path := filepath.Join(t.TempDir(), "point.npz")
	must(t, store.Save(path, false, func(w io.Writer) error { return writeFeatures(t.Context(), w, s, set, s.Finished()[10]) }))
	if out, err := exec.Command(python, "-c", measureAgain, path).CombinedOutput(); err != nil {
		b, _ := os.ReadFile(path)
		t.Errorf("%v, %d bytes\n%s", err, len(b), out)
	}
}

// writeFeatures writes the features of a point as the exporter does.
func writeFeatures(ctx context.Context, w io.Writer, s *sessions.Session, set *data.Set, r *result.Result) error {
	npz, _ := export.Named("npz")
	return npz.Write(ctx, w, s, export.Options{Point: r, Data: set})
}
