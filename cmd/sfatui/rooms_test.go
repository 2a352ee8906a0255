package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the folder of the module relative to this package.
const root = "../.."

// rooms lists the top-level packages, each of which imports itself and those
// after it.
var rooms = []string{"cmd", "ui", "sessions", "engine", "datasets"}

// TestImportsRunDownwards parses the imports of every file except tests: tests
// of a room may use helpers from one above.
func TestImportsRunDownwards(t *testing.T) {
	files := 0
	for rank, room := range rooms {
		err := filepath.WalkDir(filepath.Join(root, room), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			files++
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, s := range f.Imports {
				imported, _ := strconv.Unquote(s.Path.Value)
				inside, ok := strings.CutPrefix(imported, "example.com/sfatui/")
				if !ok {
					continue
				}
				of, _, _ := strings.Cut(inside, "/")
				if slices.Index(rooms, of) < rank {
					t.Errorf("%s imports %s: imports run %s", name, imported, strings.Join(rooms, " → "))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 500 {
		t.Errorf("only %d files were seen", files)
	}
}

// TestPagesForDevelopers requires that the packages named in the pages exist,
// and that their change log is the one that the program shows.
func TestPagesForDevelopers(t *testing.T) {
	pages := filepath.Join(root, ".github")
	named := regexp.MustCompile("`(?:go doc )?\\.?/?((?:" + strings.Join(rooms, "|") + ")(?:/[a-z]+(?:\\.md)?)*)")
	seen := 0
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(filepath.Join(pages, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			seen++
			if _, err := os.Stat(filepath.Join(root, path.Clean(m[1]))); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d packages are named", seen)
	}
	shown, err := os.ReadFile("help/topics/changes.md")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(pages, "CHANGELOG.md")
	if *update {
		if err := os.WriteFile(copied, shown, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if there, err := os.ReadFile(copied); err != nil || string(there) != string(shown) {
		t.Errorf("%s is not the change log that the program shows (%v): go test ./cmd/sfatui -run Developers -update", copied, err)
	}
}
