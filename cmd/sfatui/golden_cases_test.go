package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// sharedCases is the golden file of outputs that do not depend on the
// arithmetic: screens, and the output of commands. It is one file, so that a
// changed label changes one file.
const sharedCases = "cases.txtar"

// cases holds the golden cases of a test, which are in an archive of texts.
// Their names have a prefix that no other test's cases in the file have.
type cases struct {
	path, prefix string
	pinned       map[string]string // by name, the cases of all tests
	held         map[string]string // those of this test that were compared
}

// openCases reads the golden file of a name.
func openCases(t *testing.T, name, prefix string) *cases {
	t.Helper()
	c := &cases{path: goldenPath(t, name), prefix: prefix, pinned: map[string]string{}, held: map[string]string{}}
	archive, err := txtar.ParseFile(c.path)
	if err != nil {
		if !*update {
			t.Fatal(err)
		}
		return c
	}
	for _, f := range archive.Files {
		c.pinned[f.Name] = string(f.Data)
	}
	return c
}

// goldenPath returns the path of a golden file, which stays valid when the
// working directory changes.
func goldenPath(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// named returns the pinned text of a case.
func (c *cases) named(name string) string { return c.pinned[c.prefix+name] }

// hold compares a text with the case of a name, or pins it with -update.
func (c *cases) hold(t *testing.T, name, text string) {
	t.Helper()
	name = c.prefix + name
	text = pinnable(text)
	if before, ok := c.held[name]; ok && before != text {
		t.Errorf("%s: it was otherwise before:\n%s", name, difference(before, text))
	}
	c.held[name] = text
	if want, ok := c.pinned[name]; *update {
		c.pinned[name] = text
	} else if !ok {
		t.Errorf("%s: %s has no such case: write it with -update", name, filepath.Base(c.path))
	} else if text != want {
		t.Errorf("%s is not as %s has it (- pinned, + now):\n%s", name, filepath.Base(c.path), difference(want, text))
	}
}

// pinnable returns a text as a golden file stores it: without blanks at the
// ends of lines, which editors remove.
func pinnable(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// end writes the cases with -update. If whole is set, it requires that all
// cases of the test were compared.
func (c *cases) end(t *testing.T, whole bool) {
	t.Helper()
	if len(c.held) == 0 {
		t.Error("no case was compared")
	}
	for name := range c.pinned {
		if _, held := c.held[name]; held || !strings.HasPrefix(name, c.prefix) || !whole {
			continue
		}
		if !*update {
			t.Errorf("nothing makes the case %s of %s: -update removes it", name, filepath.Base(c.path))
		}
		delete(c.pinned, name)
	}
	if !*update {
		return
	}
	archive := &txtar.Archive{Comment: []byte("Written by go test ./cmd/sfatui -run Golden -update\n\n")}
	for _, name := range slices.Sorted(maps.Keys(c.pinned)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(c.pinned[name])})
	}
	text := txtar.Format(archive)
	if !bytes.Equal(text, txtar.Format(txtar.Parse(text))) || len(txtar.Parse(text).Files) != len(archive.Files) {
		t.Fatal("a case has a line that begins another file of the archive")
	}
	if err := os.WriteFile(c.path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

var hunk = regexp.MustCompile(`^@@ -([0-9]+),[0-9]+ \+([0-9]+),[0-9]+ @@`)

// difference returns the lines in which two texts differ, with their numbers in
// their text: - lines of the first only, + lines of the second only, and three
// lines of context.
func difference(first, second string) string {
	const most = 80
	var b strings.Builder
	var removed, added []string
	at, to := 0, 0
	flush := func() {
		for i, line := range removed {
			fmt.Fprintf(&b, "%6d - %s\n", at-len(removed)+i, excerpt(line, added))
		}
		for i, line := range added {
			fmt.Fprintf(&b, "%6d + %s\n", to-len(added)+i, excerpt(line, removed))
		}
		removed, added = nil, nil
	}
	lines := strings.Split(strings.TrimSuffix(string(diff.Diff("", []byte(first), "", []byte(second))), "\n"), "\n")
	for i, line := range lines[min(3, len(lines)):] { // after the names of files
		if found := hunk.FindStringSubmatch(line); found != nil {
			flush()
			if at > 0 {
				b.WriteString("   ...\n")
			}
			at, _ = strconv.Atoi(found[1])
			to, _ = strconv.Atoi(found[2])
			continue
		}
		if i >= most {
			flush()
			fmt.Fprintf(&b, "   ... %d lines more\n", len(lines)-3-i)
			return b.String()
		}
		switch {
		case strings.HasPrefix(line, "-"):
			removed = append(removed, line[1:])
			at++
		case strings.HasPrefix(line, "+"):
			added = append(added, line[1:])
			to++
		default:
			flush()
			fmt.Fprintf(&b, "%6d   %s\n", to, excerpt(strings.TrimPrefix(line, " "), nil))
			at, to = at+1, to+1
		}
	}
	flush()
	return b.String()
}

// excerpt returns a line of at most 200 columns: of a longer one, the part that
// begins shortly before its difference from the most similar of other lines.
func excerpt(line string, others []string) string {
	const most, before = 200, 40
	runes, same := []rune(line), 0
	if len(runes) <= most {
		return line
	}
	for _, other := range others {
		n := 0
		for _, r := range other {
			if n == len(runes) || r != runes[n] {
				break
			}
			n++
		}
		same = max(same, n)
	}
	from := max(0, min(same-before, len(runes)-most))
	out := string(runes[from : from+most])
	if from > 0 {
		out = "…" + out
	}
	if from+most < len(runes) {
		out += "…"
	}
	return out
}

// The difference of two texts contains line numbers, and shows where long lines
// differ.
func TestDifference(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	got := difference("a\nb\nc\nd\ne\nf\n"+x(500)+"1"+x(500)+"\n", "a\nb\nC\nd\ne\nf\nnew\n"+x(500)+"2"+x(500)+"\n")
	want := `     1   a
     2   b
     3 - c
     3 + C
     4   d
     5   e
     6   f
     7 - …` + x(40) + "1" + x(159) + `…
     7 + new
     8 + …` + x(40) + "2" + x(159) + "…\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := difference("a\n", "a\n"); got != "" {
		t.Errorf("of equal texts it is %q", got)
	}
}
