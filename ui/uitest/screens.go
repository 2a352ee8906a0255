package uitest

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

var update = flag.Bool("update", false, "write the golden files anew")

// CheckScreen holds a screen to its size; nothing is a line too.
func CheckScreen(t testing.TB, text string, w, h int) {
	t.Helper()
	h = max(h, 1)
	lines := strings.Split(text, "\n")
	if len(lines) != h {
		t.Errorf("%d lines on a screen of %d", len(lines), h)
	}
	for i, line := range lines {
		if n := ansi.StringWidth(line); n > w {
			t.Errorf("line %d is %d wide on a screen of %d: %q", i+1, n, w, line)
		}
	}
}

// screens is the golden file of a package's screens, which is one, so that a label changes
// one file; pinned are its sections, read once.
const screens = "testdata/screens.golden"

var pinned = sync.OnceValues(func() (map[string]string, error) {
	all, err := os.ReadFile(screens)
	return sectionsOf(string(all)), err
})

// Golden holds a text against a section of the golden file, or writes that section anew.
func Golden(t *testing.T, section, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	text = strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
	sections, err := pinned()
	if err != nil && !*update {
		t.Fatal(err)
	}
	if *update {
		sections[section] = text
		if err := os.WriteFile(screens, []byte(written(sections)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != sections[section] {
		t.Errorf("the screen is not that of %s, %q; see the difference with -update and git diff:\n%s", screens, section, text)
	}
}

const heading = "#### "

// sectionsOf takes a golden file apart.
func sectionsOf(text string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq("\n"+text, "\n"+heading) {
		if name, body, ok := strings.Cut(part, "\n"); ok && name != "" {
			out[name] = strings.TrimRight(body, "\n") + "\n"
		}
	}
	return out
}

// written is a golden file of sections, by their names.
func written(sections map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		b.WriteString(heading + name + "\n" + sections[name])
	}
	return b.String()
}
