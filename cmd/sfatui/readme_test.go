package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui"
)

// README's tables are written from the program's own: a person never edits them. Each
// stands between two comments that name it.
func TestREADMETables(t *testing.T) {
	const path = "../../README.md"
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(b)
	for _, table := range []struct{ name, text string }{
		{"parameters", parameterTable()}, {"measures", measureTable()}, {"keys", ui.KeyTable()},
	} {
		begin := fmt.Sprintf("<!-- %s: go test ./cmd/sfatui -run README -update -->\n", table.name)
		before, rest, found := strings.Cut(readme, begin)
		stands, after, ended := strings.Cut(rest, "<!-- end -->\n")
		if !found || !ended {
			t.Fatalf("README.md has no place for the table of %s", table.name)
		}
		if stands != table.text && !*update {
			t.Errorf("README's table of %s is not the program's: write it anew with -update", table.name)
		}
		readme = before + begin + table.text + "<!-- end -->\n" + after
	}
	if *update {
		if err := os.WriteFile(path, []byte(readme), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// parameterTable lists the axes of a sweep with their choices and defaults.
func parameterTable() string {
	own := map[string]map[string]string{
		"space": ownParameters(space.Kinds), "kernel": ownParameters(kernel.Kernels), "select": ownParameters(subset.Kinds),
		"graph": ownParameters(graph.Kinds), "method": ownParameters(method.Kinds), "readout": ownParameters(readout.Kinds),
	}
	var b strings.Builder
	b.WriteString("| Axis | | Left out |\n|---|---|---|\n")
	for _, a := range part.Axes() {
		var choices []string
		for _, c := range a.Choices {
			choices = append(choices, "`"+c+"`"+own[a.Name][c])
		}
		about := a.Doc
		if len(choices) > 0 {
			about += ": " + strings.Join(choices, ", ")
		}
		left := "by the data"
		if a.Default != "" {
			left = "`" + a.Default + "`"
		}
		fmt.Fprintf(&b, "| `--%s` | %s | %s |\n", a.Name, strings.ReplaceAll(about, "|", "\\|"), left)
	}
	return b.String()
}

// ownParameters are those that fewer than half of the parts of a table have, by part.
func ownParameters[B any](t *part.Table[B]) map[string]string {
	count := map[string]int{}
	for _, p := range t.All() {
		for _, q := range p.Parameters {
			count[q.Axis().Name]++
		}
	}
	out := map[string]string{}
	for _, p := range t.All() {
		var flags []string
		for _, q := range p.Parameters {
			if a := q.Axis(); 2*count[a.Name] < len(t.All()) && !a.Hidden {
				flags = append(flags, "`--"+a.Name+"`")
			}
		}
		if slices.Sort(flags); flags != nil {
			out[p.Name] = " (" + strings.Join(flags, ", ") + ")"
		}
	}
	return out
}

// measureTable lists the measures.
func measureTable() string {
	var b strings.Builder
	better := map[measure.Direction]string{measure.Lower: "lower", measure.Higher: "higher"}
	b.WriteString("| Measure | In filters | Better | |\n|---|---|---|---|\n")
	for _, m := range measure.All() {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", strings.ReplaceAll(m.Label, "|", "\\|"), m.ID, better[m.Better], m.Doc)
	}
	return b.String()
}
