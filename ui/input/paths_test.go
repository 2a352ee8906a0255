package input_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
)

// Paths are completed as in a shell: as far as all names agree, folders with a slash, hidden
// names only after a dot.
func TestComplete(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data/wörter/a.wav", "data/wörtlich.csv", "data/my file.csv", "data/.hidden.csv", "data/old.sfa/session.json", "lonely/one.csv"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	for _, c := range []struct{ typed, text, names string }{
		{"", "", "data/ lonely/"},
		{"d", "data/", "data/"},
		{"data/w", "data/wört", "wörter/ wörtlich.csv"},
		{"data/wörte", "data/wörter/", "wörter/"},
		{"data/m", "data/my file.csv", "my file.csv"},
		{"data/", "data/", "my file.csv|old.sfa|wörter/|wörtlich.csv"},
		{"data/.", "data/.hidden.csv", ".hidden.csv"},
		{"data/o", "data/old.sfa", "old.sfa"},
		{"~", "~/", ""},
		{"~/l", "~/lonely/", "lonely/"},
		{"~/lonely/", "~/lonely/one.csv", "one.csv"},
		{"nowhere/x", "nowhere/x", ""},
		{"data/none", "data/none", ""},
		{dir + "/lone", dir + "/lonely/", "lonely/"},
	} {
		got := input.Complete(c.typed)
		var want []clean.Text
		for _, name := range strings.FieldsFunc(c.names, func(r rune) bool { return r == '|' || r == ' ' && !strings.Contains(c.names, "my file") }) {
			want = append(want, clean.Of(name))
		}
		if got.Typed != c.typed || got.Text != c.text || !slices.Equal(got.Names, want) {
			t.Errorf("%q: %q %q, want %q %q", c.typed, got.Text, got.Names, c.text, want)
		}
	}
}
