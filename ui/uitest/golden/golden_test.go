package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test that stores its errors as text.
type recorder struct {
	testing.TB
	text strings.Builder
}

func (r *recorder) Errorf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

// Differences are printed by line, under the part that contains them.
func TestDifferenceIsPrinted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "screens.golden")
	if err := os.WriteFile(path, []byte("#### page\n== 60×15 ==\nhead\nsame\nfoot\n== 80×24 ==\nhead\nold label\nfoot\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, test := New(path), &recorder{TB: t}
	f.Check(test, "page", "== 60×15 ==\nhead  \nsame\nfoot\n== 80×24 ==\nhead\nnew label\nmore\nfoot\n\n")
	text := test.text.String()
	if want := "\n--- want == 80×24 ==\n+++ got == 80×24 ==\n@@ -1,4 +1,5 @@\n == 80×24 ==\n head\n-old label\n+new label\n+more\n foot"; !strings.HasSuffix(text, want) {
		t.Errorf("it prints %q, want it to end in %q", text, want)
	}
	if strings.Contains(text, "60×15") {
		t.Errorf("it prints a part that does not differ: %q", text)
	}
	test.text.Reset()
	f.Check(test, "page", "== 60×15 ==\nhead\nsame\nfoot\n")
	if text := test.text.String(); !strings.Contains(text, "\n-old label\n") || strings.Contains(text, "same") {
		t.Errorf("of a part that is missing it prints %q", text)
	}
	test.text.Reset()
	f.Check(test, "page", "== 60×15 ==\nhead\nsame\nfoot\n== 80×24 ==\nhead\nold label\nfoot")
	if test.text.Len() > 0 {
		t.Errorf("the same text differs: %s", test.text.String())
	}
	f.Check(test, "another", "x")
	if !strings.Contains(test.text.String(), `no section "another"`) {
		t.Errorf("a section that is not there: %s", test.text.String())
	}
}

// A file preserves its sections, and stores equal parts once.
func TestFilesKeepSections(t *testing.T) {
	long := strings.Repeat("a long line of a screen\n", 20)
	sections := map[string]string{
		"one": "== 60×15 ==\n" + long + "== 80×24 ==\nshort\n", "two": "== 60×15 ==\n" + long, "three": "no part\n" + long, "four": "== 80×24 ==\n" + long + "== 60×15 ==\n" + long,
	}
	text := encode(sections)
	if n := strings.Count(text, long); n != 2 { // one of them is not a part
		t.Errorf("the long part stands there %d times in\n%s", n, text)
	}
	got := decode(text)
	if len(got) != len(sections) {
		t.Errorf("%d sections", len(got))
	}
	for name, want := range sections {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// Sections that no test checks are listed.
func TestStaleSections(t *testing.T) {
	path := filepath.Join(t.TempDir(), "screens.golden")
	if err := os.WriteFile(path, []byte("#### a\nx\n#### b\ny\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := New(path)
	f.Check(t, "a", "x")
	if stale := f.stale(); len(stale) != 1 || stale[0] != "b" {
		t.Errorf("stale are %q", stale)
	}
}
