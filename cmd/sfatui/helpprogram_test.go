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

// helpProgram is the Python program of a topic of the help. It reads lines of values on stdin,
// and prints numbers as JSON.
type helpProgram struct{ python, text string }

// programOf finds the program of a topic, and changes to a new folder.
func programOf(t *testing.T, topic string) helpProgram {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("Python is needed in CI: %v", err)
		}
		t.Skipf("no Python here: %v", err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	_, text, ok := strings.Cut(succeed(t, "help", topic), "Python:\n\n")
	if !ok {
		t.Fatalf("help %s has no program", topic)
	}
	return helpProgram{python, text}
}

// run returns the output of the program for an input.
func (p helpProgram) run(t *testing.T, what, input string) []byte {
	t.Helper()
	cmd := exec.Command(p.python, "-c", p.text)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, stderr.String())
	}
	return out
}

// makes requires that the program computes the two wanted numbers from its
// input.
func (p helpProgram) makes(t *testing.T, what, input string, want []string, within float64) {
	t.Helper()
	out := p.run(t, what, input)
	var got []float64
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(want) {
		t.Fatalf("%s: %v: %s", what, err, out)
	}
	for j, text := range want {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(got[j]-w) > within {
			t.Errorf("%s: number %d is %v, transform makes %v, %v", what, j+1, got[j], w, err)
		}
	}
}

// transformed returns the fields of a row of t.csv, transformed by a model.
func transformed(t *testing.T, row int) []string {
	t.Helper()
	return strings.Split(strings.Split(succeed(t, "transform", "model.npz", "t.csv"), "\n")[row], ",")
}

// The programs under help alignment and help strings compute the features that
// transform computes.
func TestHelpAlignmentReproducesFeatures(t *testing.T) {
	reproduce(t, "alignment", "--sigma", "rel:0.5")
}

func TestHelpStringsReproducesFeatures(t *testing.T) {
	reproduce(t, "strings", "--kernel", "ssk", "--symbols", "sax:3", "--word", "3", "--decay", "0.7")
}

// reproduce runs the program of a topic on a series, with a model of a kernel.
func reproduce(t *testing.T, topic string, kernel ...string) {
	t.Helper()
	program := programOf(t, topic)
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
	fields := transformed(t, 1) // the readout's class follows the features
	program.makes(t, topic, first.String(), fields[len(fields)-3:len(fields)-1], 1e-9)
}

// The program under help gp makes the same prediction as transform.
func TestHelpGPReproducesAPrediction(t *testing.T) {
	program := programOf(t, "gp")
	var table strings.Builder
	fmt.Fprintln(&table, "a,b,y")
	for i := range 150 {
		x := float64(i)
		fmt.Fprintf(&table, "%v,%v,%v\n", math.Sin(x/9), math.Cos(x/7), 20+3*math.Sin(x/9)*math.Cos(x/7)+0.1*math.Sin(x*x))
	}
	if err := os.WriteFile("t.csv", []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	processes := []string{"--gp-kernel sum", "--gp-kernel matern52 --gp-length 1 --noise 0.1 --gp-m 12", "--gp-kernel linear"}
	if os.Getenv("CI") == "" {
		processes = processes[1:2]
	}
	for i, asked := range processes {
		name := fmt.Sprintf("%d.sfa", i)
		succeed(t, append([]string{"run", "t.csv", "--target", "y", "--space", "linear", "--graph", "time", "--lambda", "0", "--p", "2", "--folds", "1", "--inner", "last", "--readout", "gp", "--out", name}, strings.Fields(asked)...)...)
		succeed(t, "export", name, "--model", "--force", "-o", "model.npz")
		fields := transformed(t, 8)
		n := len(fields)
		program.makes(t, asked, strings.Join(fields[n-4:n-2], ",")+"\n", fields[n-2:], 1e-8)
	}
}
