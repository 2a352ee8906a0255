package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// The program under help codes computes a code with the requested number of
// entries, and the features that transform computes.
func TestHelpCodesReproducesACode(t *testing.T) {
	program := programOf(t, "codes")
	var table strings.Builder
	fmt.Fprintln(&table, "a,b,c,d")
	for i := range 200 {
		u := float64(i)
		fmt.Fprintf(&table, "%v,%v,%v,%v\n", math.Sin(u/10), math.Cos(u*0.37)+math.Sin(u/10), math.Sin(u*u/100), math.Pow(math.Cos(u/20), 3))
	}
	if err := os.WriteFile("t.csv", []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	succeed(t, "run", "t.csv", "--standardize", "--front", "ksvd:8:2", "--space", "linear", "--lambda", "1e-6", "--p", "2", "--readout", "none", "--repeats", "1", "--inner", "last", "--out", "s.sfa")
	succeed(t, "export", "s.sfa", "--model", "-o", "model.npz")
	rows := strings.Split(succeed(t, "transform", "model.npz", "t.csv"), "\n")
	samples := []int{1, 77, 200}
	if os.Getenv("CI") == "" {
		samples = samples[1:2]
	}
	for _, i := range samples {
		out := program.run(t, fmt.Sprintf("sample %d", i), strings.Split(table.String(), "\n")[i])
		var got struct{ Code, Features []float64 }
		if err := json.Unmarshal(out, &got); err != nil || len(got.Code) != 8 || len(got.Features) != 2 {
			t.Fatalf("%v: %s", err, out)
		}
		entries := 0
		for _, a := range got.Code {
			if a != 0 {
				entries++
			}
		}
		if entries != 2 {
			t.Errorf("sample %d: a code of %d entries", i, entries)
		}
		fields := strings.Split(rows[i], ",")
		for j, v := range got.Features {
			want, err := strconv.ParseFloat(fields[len(fields)-2+j], 64)
			if err != nil || math.Abs(v-want) > 1e-9 {
				t.Errorf("sample %d: feature %d is %v, transform makes %v of it, %v", i, j+1, v, want, err)
			}
		}
	}
}
