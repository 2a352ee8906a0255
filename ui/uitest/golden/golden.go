// Package golden compares what tests draw with golden files. A file consists of named
// sections of text, so that a label on many screens changes only one file, and equal parts
// are stored once. Differences are printed line by line.
//
// A test that draws something new checks it against a new section, which
//
//	go test ./ui -update
//
// writes.
package golden

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "write the golden files again")

// File is a golden file.
type File struct {
	path     string
	mu       sync.Mutex
	sections map[string]string // nil before the file is read
	checked  map[string]bool
}

// New returns the golden file at a path. It is read when it is first needed.
func New(path string) *File { return &File{path: path, checked: map[string]bool{}} }

// Check compares a text with a section of the file, or with -update stores it as that section.
// Trailing blanks and blank lines at the end are ignored.
func (f *File) Check(t testing.TB, section, text string) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.read(); err != nil && !*update {
		t.Fatal(err)
	}
	text = trimBlanks(text)
	f.checked[section] = true
	want, ok := f.sections[section]
	if ok && text == want {
		return
	}
	if *update {
		f.sections[section] = text
		if err := os.WriteFile(f.path, []byte(encode(f.sections)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !ok {
		t.Errorf("%s has no section %q; -update adds it:\n%s", f.path, section, text)
		return
	}
	t.Errorf("%s, %q: what is drawn differs; if it should, -update writes it\n%s", f.path, section, difference(want, text))
}

// read reads the sections once.
func (f *File) read() error {
	if f.sections != nil {
		return nil
	}
	text, err := os.ReadFile(f.path)
	f.sections = decode(string(text))
	return err
}

// Main runs the tests of a package. If all have run and passed, it fails if a file has sections
// that no test checks; with -update it removes them.
func Main(m *testing.M, files ...*File) (code int) {
	if code = m.Run(); code != 0 {
		return code
	}
	for _, name := range []string{"run", "skip", "list", "fuzz"} {
		if v := flag.Lookup("test." + name); v != nil && v.Value.String() != "" {
			return code
		}
	}
	for _, f := range files {
		if stale := f.stale(); len(stale) > 0 {
			fmt.Printf("%s has sections that no test checks: %q\n", f.path, stale)
			code = 1
		}
	}
	return code
}

// stale returns the sections that no test has checked, or removes them with -update.
func (f *File) stale() (names []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.sections {
		if !f.checked[name] {
			names = append(names, name)
			delete(f.sections, name)
		}
	}
	slices.Sort(names)
	if *update && len(names) > 0 {
		if err := os.WriteFile(f.path, []byte(encode(f.sections)), 0o644); err != nil {
			return []string{err.Error()}
		}
		return nil
	}
	return names
}

// mostDiffering is the largest number of printed lines of a difference.
const mostDiffering = 80

// difference returns the lines in which two texts differ, part by part.
func difference(want, got string) string {
	var out strings.Builder
	wanted := map[string]string{}
	for _, part := range parts(want) {
		head, _, _ := strings.Cut(part, "\n")
		wanted[head] = part
	}
	for _, part := range parts(got) {
		head, _, _ := strings.Cut(part, "\n")
		out.Write(diff.Diff("want "+head, []byte(wanted[head]), "got "+head, []byte(part)))
		delete(wanted, head)
	}
	for _, head := range slices.Sorted(maps.Keys(wanted)) {
		out.Write(diff.Diff("want "+head, []byte(wanted[head]), "got "+head, nil))
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if more := len(lines) - mostDiffering; more > 0 {
		lines = append(lines[:mostDiffering], fmt.Sprintf("… and %d lines more", more))
	}
	return strings.Join(lines, "\n")
}

// trimBlanks removes trailing blanks, and blank lines at the end.
func trimBlanks(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// A section begins with its name, and a part of it with the name of the part. A part equal to
// an earlier one in the file is written as a reference to it.
const (
	sectionMark = "#### "
	partMark    = "== "
	reference   = "(as in "
	leastPart   = 200 // least size of a referenced part in bytes
)

// encode writes sections, sorted by name.
func encode(sections map[string]string) string {
	var b strings.Builder
	first := map[string]string{} // position of each part
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		b.WriteString(sectionMark + name + "\n")
		for _, part := range parts(sections[name]) {
			head, body, _ := strings.Cut(part, "\n")
			if at, ok := first[body]; ok && strings.HasPrefix(head, partMark) {
				fmt.Fprintf(&b, "%s\n%s%s)\n", head, reference, at)
				continue
			}
			if len(body) >= leastPart {
				first[body] = fmt.Sprintf("%q %s", name, head)
			}
			b.WriteString(part)
		}
	}
	return b.String()
}

// decode parses the sections of a file.
func decode(text string) map[string]string {
	out := map[string]string{}
	at := map[string]string{}
	for section := range strings.SplitSeq("\n"+text, "\n"+sectionMark) {
		name, body, ok := strings.Cut(section, "\n")
		if !ok || name == "" {
			continue
		}
		var b strings.Builder
		for _, part := range parts(strings.TrimRight(body, "\n") + "\n") {
			head, body, _ := strings.Cut(part, "\n")
			if to, ok := strings.CutPrefix(body, reference); ok {
				body = at[strings.TrimSuffix(to, ")\n")]
			}
			at[fmt.Sprintf("%q %s", name, head)] = body
			b.WriteString(head + "\n" + body)
		}
		out[name] = b.String()
	}
	return out
}

// parts splits a section before each line that names a part.
func parts(text string) (out []string) {
	for line := range strings.Lines(text) {
		if len(out) == 0 || strings.HasPrefix(line, partMark) {
			out = append(out, "")
		}
		out[len(out)-1] += line
	}
	return out
}
