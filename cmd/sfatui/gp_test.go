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

// The program under help gp predicts what transform predicts.
func TestHelpGPReproducesAPrediction(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("Python is needed in CI: %v", err)
		}
		t.Skipf("no Python here: %v", err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	var table strings.Builder
	fmt.Fprintln(&table, "a,b,y")
	for i := range 150 {
		x := float64(i)
		fmt.Fprintf(&table, "%v,%v,%v\n", math.Sin(x/9), math.Cos(x/7), 20+3*math.Sin(x/9)*math.Cos(x/7)+0.1*math.Sin(x*x))
	}
	if err := os.WriteFile("t.csv", []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	_, program, ok := strings.Cut(succeed(t, "help", "gp"), "Python:\n\n")
	if !ok {
		t.Fatal("help gp has no program")
	}
	for i, asked := range []string{"--gp-kernel sum", "--gp-kernel matern52 --gp-length 1 --noise 0.1 --gp-m 12", "--gp-kernel linear"} {
		name := fmt.Sprintf("%d.sfa", i)
		succeed(t, append([]string{"run", "t.csv", "--target", "y", "--space", "linear", "--graph", "time", "--lambda", "0", "--p", "2", "--folds", "1", "--inner", "last", "--readout", "gp", "--out", name}, strings.Fields(asked)...)...)
		succeed(t, "export", name, "--model", "--force", "-o", "model.npz")
		rows := strings.Split(succeed(t, "transform", "model.npz", "t.csv"), "\n")
		fields := strings.Split(rows[8], ",")
		n := len(fields)
		cmd := exec.Command(python, "-c", program)
		cmd.Stdin = strings.NewReader(strings.Join(fields[n-4:n-2], ",") + "\n")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", asked, err, out)
		}
		var got []float64
		if err := json.Unmarshal(out, &got); err != nil || len(got) != 2 {
			t.Fatalf("%s: %v: %s", asked, err, out)
		}
		for j, v := range got {
			want, err := strconv.ParseFloat(fields[n-2+j], 64)
			if err != nil || math.Abs(v-want) > 1e-8 {
				t.Errorf("%s: number %d is %v, transform makes %v, %v", asked, j+1, v, want, err)
			}
		}
	}
}
