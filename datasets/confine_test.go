package datasets

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Under a confinement no path leads to a file outside the folder, and files
// inside are read as usual.
func TestConfine(t *testing.T) {
	top := t.TempDir()
	inside, outside := filepath.Join(top, "served"), filepath.Join(top, "secret")
	put := func(path, text string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := "a,b\n" + strings.Repeat("1,2\n3,5\n2,1\n", 10)
	here := put(filepath.Join(inside, "sub", "here.csv"), table)
	secret := put(filepath.Join(outside, "there.csv"), table)
	put(filepath.Join(inside, "listing", "manifest.csv"), "file\n"+secret+"\n")
	put(filepath.Join(inside, "dots", "manifest.csv"), "file\n../../secret/there.csv\n")
	put(filepath.Join(inside, "folder", "own.csv"), table)
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(inside, name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	link(secret, "link.csv")
	link(outside, "linked")
	link(filepath.Join("..", "secret", "there.csv"), "relative.csv")
	link(filepath.Join("sub", "here.csv"), "good.csv")

	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, path := range []string{here, filepath.Join("sub", "here.csv"), filepath.Join(inside, "good.csv"), filepath.Join(inside, "folder"),
		filepath.Join("sub", "..", "folder", "own.csv")} {
		set, err := Open(t.Context(), Options{Paths: []string{path}, Root: root}, nil)
		if err != nil {
			t.Errorf("%s is not read: %v", path, err)
			continue
		}
		if n, _ := set.X.Dims(); n != 30 {
			t.Errorf("%s has %d samples", path, n)
		}
		if _, err := set.OpenFile(secret); err == nil {
			t.Error("a file beside the set was opened outside of the folder")
		}
		if f, err := set.OpenFile(here); err != nil {
			t.Error(err)
		} else {
			f.Close()
		}
	}
	for _, path := range []string{secret, outside, filepath.Join("..", "secret", "there.csv"), filepath.Join("sub", "..", "..", "secret", "there.csv"),
		filepath.Join(inside, "..", "secret", "there.csv"), "link.csv", "relative.csv", "linked", filepath.Join("linked", "there.csv"),
		filepath.Join(inside, "link.csv"), "listing", "dots", filepath.Join("listing", "manifest.csv"), "/etc/passwd", inside + "x", "/"} {
		for _, o := range []Options{{Paths: []string{path}, Root: root}, {Paths: []string{here}, TestPaths: []string{path}, Root: root}} {
			if set, err := Open(t.Context(), o, nil); err == nil {
				t.Errorf("%+v was read: %v", o, set.Sources())
			}
		}
	}
	if _, err := Open(context.Background(), Options{Paths: []string{secret}}, nil); err != nil {
		t.Errorf("without a confinement: %v", err)
	}
}
