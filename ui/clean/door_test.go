package clean

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// converting lists the files, relative to the folder of the package ui, that may convert a
// string to Text without cleaning it, with the reason.
var converting = map[string]string{
	"theme/theme.go":  "adds the looks to a Text",
	"layout/text.go":  "cuts and wraps a Text with its looks",
	"chart/canvas.go": "cuts a Text",
	"chart/glyphs.go": "takes the characters that a chart is drawn with",
}

// Everything drawn consists of constants, Texts and cleaned strings: no other file converts
// strings to Text.
func TestDoor(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "clean":
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		name, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		for _, at := range conversions(t, path) {
			found[name] = true
			if converting[name] == "" {
				t.Errorf("%s: Text(…) of what is no literal: clean it with Of or Sprintf", at)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, why := range converting {
		if !found[name] {
			t.Errorf("%s, which %s, converts nothing any more: take it off the list", name, why)
		}
	}
}

// conversions returns the positions where a file converts something other than a literal to
// Text, or renames Text, which could hide a conversion.
func conversions(t *testing.T, path string) []token.Position {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var places []token.Position
	ast.Inspect(f, func(n ast.Node) bool {
		wrong := false
		switch n := n.(type) {
		case *ast.ImportSpec:
			wrong = n.Name != nil && n.Path.Value == `"example.com/sfatui/ui/clean"`
		case *ast.TypeSpec:
			wrong = isText(n.Type)
		case *ast.CallExpr:
			wrong = isText(n.Fun) && len(n.Args) == 1 && !isLiteral(n.Args[0])
		case *ast.IndexExpr: // a type argument
			wrong = isText(n.Index)
		case *ast.IndexListExpr:
			for _, index := range n.Indices {
				wrong = wrong || isText(index)
			}
		}
		if wrong {
			places = append(places, fset.Position(n.Pos()))
		}
		return true
	})
	return places
}

// isText reports whether an expression is the type Text.
func isText(x ast.Expr) bool {
	s, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Text" {
		return false
	}
	id, ok := s.X.(*ast.Ident)
	return ok && id.Name == "clean"
}

func isLiteral(x ast.Expr) bool {
	_, ok := ast.Unparen(x).(*ast.BasicLit)
	return ok
}

// The check of conversions finds what it is meant to find.
func TestConversions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	for source, want := range map[string]int{
		"var a = clean.Text(\"a\") + clean.Text(`b`)":          0,
		"var a = clean.Of(name) + clean.Sprintf(\"%s\", name)": 0,
		"var a []clean.Text; var b map[clean.Text]int":         0,
		"var a = clean.Text(name)":                             1,
		"var a = (clean.Text)(string(b))":                      1,
		"func f() { g(clean.Text(a + \"b\")) }":                1,
		"type text = clean.Text":                               1,
		"type text clean.Text":                                 1,
		"var a = f[clean.Text](b)":                             1,
		"var a = f[int, clean.Text](b)":                        1,
	} {
		if err := os.WriteFile(path, []byte("package x\n\nimport \"example.com/sfatui/ui/clean\"\n\n"+source+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := conversions(t, path); len(got) != want {
			t.Errorf("%s: %d conversions, want %d", source, len(got), want)
		}
	}
	if err := os.WriteFile(path, []byte("package x\n\nimport c \"example.com/sfatui/ui/clean\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := conversions(t, path); len(got) != 1 {
		t.Error("a package of another name is not seen")
	}
}
