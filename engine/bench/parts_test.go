package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Every part finds a number at a small size, and its peers' programs are Python.
func TestPartsAndTheirPeers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("there is no Python to read the peers' programs:", err)
	}
	var programs [][2]string // with their names
	for _, p := range benchParts {
		path := filepath.Join(t.TempDir(), "part.npy")
		n := 3 * codeAtoms
		if p.d >= codeAtoms/2 {
			n = 10
		}
		if err := writeNPY(path, walk(n, p.d)); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := partChild(t.Context(), p.name, path, &out); err != nil {
			t.Fatal(p.name, err)
		}
		var took, found float64
		if _, err := fmt.Sscan(out.String(), &took, &found); err != nil || math.IsNaN(found) || math.IsInf(found, 0) || found == 0 {
			t.Errorf("%s: %q, %v", p.name, out.String(), err)
		}
		for _, peer := range p.peers {
			programs = append(programs, [2]string{peer.name + " of " + p.name, fmt.Sprintf(readScript, peer.imports, peer.before, peer.code)})
		}
	}
	text, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-c", "import ast, json, sys\nfor name, program in json.load(sys.stdin): ast.parse(program, name)")
	cmd.Stdin = bytes.NewReader(text)
	if said, err := cmd.CombinedOutput(); python != "" && err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	if err := partChild(t.Context(), "nothing", "", nil); err == nil {
		t.Error("an unknown part is taken")
	}
}

// A line says that its goal was missed, on the line of the peer that the goal speaks of.
func TestGoalsOfParts(t *testing.T) {
	plain, any, least := goal{peer: "plain", ratio: 10}, goal{ratio: 0.9}, goal{seconds: 2}
	for _, c := range []struct {
		of                  goal
		peer                string
		ours, theirs, scale float64
		want                string
	}{
		{plain, "plain", 1, 10, 1, "≥ 10×"}, {plain, "plain", 1, 9, 1, "≥ 10×: missed"}, {plain, "other", 1, 9, 1, ""},
		{any, "numpy", 1, 0.9, 1, "≥ 0.9×"}, {any, "numpy", 1, 0.8, 1, "≥ 0.9×: missed"}, {any, "numpy", 1, 0.8, 0.5, ""},
		{least, "", 2, 0, 1, "≤ 2 s"}, {least, "", 3, 0, 1, "≤ 2 s: missed"}, {goal{}, "numpy", 9, 1, 1, ""},
	} {
		if got := c.of.text(c.peer, c.ours, c.theirs, c.scale); got != c.want {
			t.Errorf("%+v beside %q: %q", c, c.peer, got)
		}
	}
	for _, p := range benchParts {
		named := func(r reader) bool { return r.name == p.goal.peer }
		if p.goal.peer != "" && !slices.ContainsFunc(p.peers, named) || p.goal.ratio > 0 && p.peers == nil {
			t.Errorf("%s: nobody to hold its goal against", p.name)
		}
	}
}
