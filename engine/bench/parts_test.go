package main

import (
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every part finds a number at a small size, and its peers' programs are Python.
func TestPartsAndTheirPeers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("there is no Python to read the peers' programs:", err)
	}
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
			cmd := exec.CommandContext(t.Context(), "python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())")
			cmd.Stdin = strings.NewReader(fmt.Sprintf(readScript, peer.imports, peer.before, peer.code))
			if said, err := cmd.CombinedOutput(); python != "" && err != nil {
				t.Errorf("%s of %s: %v\n%s", peer.name, p.name, err, said)
			}
		}
	}
	if err := partChild(t.Context(), "nothing", "", nil); err == nil {
		t.Error("an unknown part is taken")
	}
}
