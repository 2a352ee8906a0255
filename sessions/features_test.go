package sessions

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/sessions/store"
)

// arrays are the numbers of an NPZ file by name, and their shapes.
type arrays map[string]struct {
	shape []int
	words []uint64
}

func readArrays(t *testing.T, file []byte) (arrays, string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	must(t, err)
	out, config := arrays{}, ""
	for _, f := range z.File {
		in, err := f.Open()
		must(t, err)
		b, err := io.ReadAll(in)
		must(t, err)
		head := 10 + int(binary.LittleEndian.Uint16(b[8:]))
		data := b[head:]
		if strings.Contains(string(b[:head]), "<U") {
			if f.Name == "config.npy" {
				for ; len(data) > 0; data = data[4:] {
					config += string(rune(binary.LittleEndian.Uint32(data)))
				}
			}
			continue
		}
		a := out[strings.TrimSuffix(f.Name, ".npy")]
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(strings.SplitAfter(string(b[:head]), "'shape'")[1], -1) {
			size, _ := strconv.Atoi(n)
			a.shape = append(a.shape, size)
		}
		for ; len(data) > 0; data = data[8:] {
			a.words = append(a.words, binary.LittleEndian.Uint64(data))
		}
		out[strings.TrimSuffix(f.Name, ".npy")] = a
	}
	return out, config
}

// slowness is the mean squared difference of each feature inside stretches.
func (a arrays) slowness(prefix string) []float64 {
	phi := a[prefix+"features"]
	begins := map[uint64]bool{}
	for _, at := range a[prefix+"starts"].words {
		begins[at] = true
	}
	n, p := phi.shape[0], phi.shape[1]
	sum, pairs := make([]float64, p), 0
	for i := 1; i < n; i++ {
		if begins[uint64(i)] {
			continue
		}
		pairs++
		for j := range p {
			d := math.Float64frombits(phi.words[i*p+j]) - math.Float64frombits(phi.words[(i-1)*p+j])
			sum[j] += d * d
		}
	}
	for j := range sum {
		sum[j] /= float64(pairs)
	}
	return sum
}

// The features are those whose slowness was recorded.
func TestFeatures(t *testing.T) {
	s, set := computed(t)
	r := s.Finished()[10]
	var b bytes.Buffer
	must(t, s.WriteFeatures(t.Context(), &b, set, r))
	a, config := readArrays(t, b.Bytes())
	for j, got := range a.slowness("train_") {
		if relative(got, float64(r.Slowness.Train[j])) > 1e-9 {
			t.Errorf("slowness of feature %d is %v, recorded %v", j, got, r.Slowness.Train[j])
		}
	}
	for _, prefix := range []string{"train_", "test_"} {
		rows := a[prefix+"rows"].words
		for i, l := range a[prefix+"labels"].words {
			if int(l) != set.Label[rows[i]] {
				t.Errorf("label of %s%d is %d", prefix, i, l)
			}
		}
		if n := a[prefix+"features"].shape[0]; n != len(rows) || n != map[string]int{"train_": r.NTrain, "test_": r.NTest}[prefix] {
			t.Errorf("%d %sfeatures, %d rows", n, prefix, len(rows))
		}
	}
	if len(a["train_starts"].words) != r.SegmentsTrain || a["train_starts"].words[1] != 20 {
		t.Errorf("stretches start at %v", a["train_starts"].words)
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
	must(t, s.WriteFeatures(t.Context(), &again, set, r))
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two exports of one point differ")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.WriteFeatures(ctx, io.Discard, set, r); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	failed := *r
	failed.Error = "rank is 0"
	if err := s.WriteFeatures(t.Context(), io.Discard, set, &failed); err == nil {
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
	s, set := computed(t)
	path := filepath.Join(t.TempDir(), "point.npz")
	must(t, store.Save(path, false, func(w io.Writer) error { return s.WriteFeatures(t.Context(), w, set, s.Finished()[10]) }))
	if out, err := exec.Command(python, "-c", measureAgain, path).CombinedOutput(); err != nil {
		b, _ := os.ReadFile(path)
		t.Errorf("%v, %d bytes\n%s", err, len(b), out)
	}
}
