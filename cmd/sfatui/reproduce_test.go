package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
)

// words splits a command line as a shell does.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", "set -- "+line+`; printf '%s\n' "$@"`).Output()
	if err != nil {
		t.Skip("no shell: ", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// ran runs a command line in this process, with its own folder of sessions.
func ran(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := execute(t.Context(), args, &stdout, &stderr); code != cli.CodeDone {
		t.Fatalf("sfatui %q ended with %d: %s", args, code, stderr.String())
	}
	return stdout.Bytes()
}

// The command line of any point computes points with the same keys, and with
// the same numbers to rounding.
func TestCommandOfAPointReproducesIt(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "it's mine")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "two words.csv")
	if err := os.WriteFile(data, wave(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{
		{"--sigma", "rel:0.5,2", "--lambda", "0,1e-5", "--m", "10,20", "--select", "mp-mah,random,all", "--p", "2,3", "--readout", "lda,logistic", "--eta", "0.1,1"},
		{"--method", "sfa,pca", "--space", "poly,linear", "--degree", "2,3", "--front", "none,whiten:2", "--p", "2", "--standardize", "--folds", "2", "--seed", "9"},
		{"--sigma", "2", "--lambda", "1e-5", "--m", "12", "--select", "random", "--draws", "2", "--p", "2", "--repeats", "2", "--validation", "0", "--tolerance", "0.1", "--readout", "none"},
	} {
		out := filepath.Join(t.TempDir(), "all.sfa")
		args := append([]string{"run", data, "--label", "state", "--segment", "trial", "--out", out}, flags...)
		ran(t, args...)
		s, err := sessions.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		byConfig := map[part.Point][]part.Point{}
		for _, e := range s.Plan() {
			byConfig[e.Point.Config()] = append(byConfig[e.Point.Config()], e.Point)
		}
		configs := slices.SortedFunc(maps.Values(byConfig), func(a, b []part.Point) int { return cmp.Compare(a[0].Label(), b[0].Label()) })
		tried := 6
		if os.Getenv("CI") == "" {
			tried = 2
		}
		for i := 0; i < len(configs); i += (len(configs) + tried - 1) / tried {
			points := configs[i]
			spec, ok := sessions.Sweep(points, s.Header.Data.Overlap)
			if !ok {
				t.Fatalf("no sweep of %s", points[0].Label())
			}
			reproduced(t, s, points, words(t, s.Command(spec)+" --json"))
		}
	}
}

// rounding returns the relative difference that the slowness of a point may
// have if it is computed alone instead of within its sweep. As many functions
// as samples without λ can follow every sample: eigenvalues lie close together,
// and the number of requested ones rotates the last of their features, by
// 2.6·10⁻⁶ at most in this sweep.
func rounding(p part.Point) float64 {
	if lambda, ok := p.Number("lambda"); ok && lambda == 0 && p.Text("select") == "all" {
		return 1e-5
	}
	return 1e-6
}

// reproduced runs a command line and compares its output with the session's
// points.
func reproduced(t *testing.T, s *sessions.Session, points []part.Point, line []string) {
	t.Helper()
	var got []result.Result
	for d := json.NewDecoder(bytes.NewReader(ran(t, line[1:]...))); d.More(); {
		var r result.Result
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Key != "" { // else it is the choice
			got = append(got, r)
		}
	}
	if len(got) != len(points) {
		t.Fatalf("%d points, want the %d of %s\n%q", len(got), len(points), points[0].Label(), line)
	}
	for _, r := range got {
		want := s.Done()[r.Key]
		if want == nil {
			t.Errorf("%q computes another point: %s", line, r.Point.Label())
			continue
		}
		a, b := float64(r.Slowness.MeanTest), float64(want.Slowness.MeanTest)
		if !(math.Abs(a-b) <= rounding(r.Point)*math.Abs(b)) || (r.Accuracy == nil) != (want.Accuracy == nil) || r.Accuracy != nil && (r.Accuracy.Sample != want.Accuracy.Sample || r.Accuracy.Segment != want.Accuracy.Segment) && r.Accuracy.Segment == r.Accuracy.Segment {
			t.Errorf("%s: slowness %g and accuracy %v, in the session %g and %v", r.Point.Label(), a, r.Accuracy, b, want.Accuracy)
		}
	}
}

// wave returns a table of two classes.
func wave() []byte {
	var b bytes.Buffer
	b.WriteString("a,b,c,state,trial\n")
	noise := uint32(1)
	for i := range 240 {
		noise = noise*1664525 + 1013904223
		class := i / 20 % 2
		angle := float64(i) * (0.1 + 0.1*float64(class))
		row, err := json.Marshal([]float64{math.Sin(angle), math.Cos(angle) + 0.5*float64(class), float64(noise>>8) / (1 << 24)})
		if err != nil {
			panic(err)
		}
		b.WriteString(strings.Trim(string(row), "[]") + ",s" + string(rune('0'+class)) + "," + string(rune('a'+i/20)) + "\n")
	}
	return b.Bytes()
}
