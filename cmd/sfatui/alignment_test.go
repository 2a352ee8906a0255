package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// The programs under help alignment and help strings make the features that transform makes.
func TestHelpAlignmentReproducesFeatures(t *testing.T) {
	reproduce(t, "alignment", "--sigma", "rel:0.5")
}

func TestHelpStringsReproducesFeatures(t *testing.T) {
	reproduce(t, "strings", "--kernel", "ssk", "--symbols", "sax:3", "--word", "3", "--decay", "0.7")
}

// reproduce runs the program of a topic on a series, with a model of a kernel.
func reproduce(t *testing.T, topic string, kernel ...string) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("Python is needed in CI: %v", err)
		}
		t.Skipf("no Python here: %v", err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	var table, first strings.Builder
	fmt.Fprintln(&table, "a,b,trial,state")
	for k := range 24 {
		for i := range 6 + k%3 {
			a, b := math.Sin(float64(i)*(0.5+0.3*float64(k%2))+0.1*float64(k)), math.Cos(float64(i*k))
			fmt.Fprintf(&table, "%v,%v,%d,%d\n", a, b, k, k%2)
			if k == 0 {
				fmt.Fprintf(&first, "%v,%v\n", a, b)
			}
		}
	}
	if err := os.WriteFile("t.csv", []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	succeed(t, append([]string{"run", "t.csv"}, append(kernel, "--segment", "trial", "--label", "state", "--unit", "segment", "--standardize", "--lambda", "1e-3", "--m", "8", "--p", "2", "--repeats", "1", "--readout", "centroid", "--out", "s.sfa")...)...)
	succeed(t, "export", "s.sfa", "--model", "-o", "model.npz")
	_, program, ok := strings.Cut(succeed(t, "help", topic), "Python:\n\n")
	if !ok {
		t.Fatalf("help %s has no program", topic)
	}
	cmd := exec.Command(python, "-c", program)
	cmd.Stdin = strings.NewReader(first.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got []float64
	if err := json.Unmarshal(out, &got); err != nil || len(got) != 2 {
		t.Fatalf("%v: %s", err, out)
	}
	rows := strings.Split(succeed(t, "transform", "model.npz", "t.csv"), "\n")
	fields := strings.Split(rows[1], ",")
	for j, v := range got {
		want, err := strconv.ParseFloat(fields[len(fields)-2+j], 64)
		if err != nil || math.Abs(v-want) > 1e-9 {
			t.Errorf("feature %d is %v, transform makes %v of it, %v", j+1, v, want, err)
		}
	}
}
