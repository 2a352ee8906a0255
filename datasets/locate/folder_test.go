package locate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/sandbox"
)

func TestCompareNatural(t *testing.T) {
	names := []string{"a10", "a9", "b", "a", "a009", "a1b2", "a1b10", "", "10", "9"}
	slices.SortFunc(names, compareNatural)
	if want := []string{"", "9", "10", "a", "a1b2", "a1b10", "a9", "a009", "a10", "b"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

// The matches are what a POSIX shell writes for the same pattern.
func TestMatches(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a1.csv", "a10.csv", "a2.csv", ".hidden.csv", "b.npy", "[a1].csv", "s1/r.csv", "s2/r.csv", "s2/q.csv", "[s]/r.csv"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string]string{
		"*.csv":       "[a1].csv a1.csv a10.csv a2.csv",
		"a?.csv":      "a1.csv a2.csv",
		".*.csv":      ".hidden.csv",
		"s*/r.csv":    "s1/r.csv s2/r.csv",
		"s*/*":        "s1/r.csv s2/q.csv s2/r.csv",
		"[a1].csv":    "[a1].csv", // it exists
		"[s]/*.csv":   "[s]/r.csv",
		"s[2-9]/*":    "s2/q.csv s2/r.csv",
		"b.npy":       "b.npy",
		"*.tsv":       "",
		"[a":          "",
		"none/*":      "",
		"none.csv":    "",
		"b.npy/*.csv": "",
	} {
		var found []string
		for _, path := range Matches(sandbox.Disk{}, filepath.Join(dir, filepath.FromSlash(pattern))) {
			name, err := filepath.Rel(dir, path)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, filepath.ToSlash(name))
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s stands for %q, want %q", pattern, got, want)
		}
	}
	for pattern, want := range map[string]string{"*.csv": "", "s*/r.csv": "", "s1/*.csv": "s1", "[s]/*.csv": "[s]", "[a1].csv": "[a1].csv", "b.npy": "b.npy"} {
		if got := Root(sandbox.Disk{}, filepath.Join(dir, pattern)); got != filepath.Join(dir, want) {
			t.Errorf("%s begins with %s, want %s", pattern, got, want)
		}
	}
}
