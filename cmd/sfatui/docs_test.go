package main

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// packagesOfModule returns the files of each package of the module, without tests and generated
// files, by the folder of the package.
func packagesOfModule(t *testing.T, fset *token.FileSet) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join(root, room), func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && e.Name() == "testdata":
				return fs.SkipDir
			case e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err == nil && !ast.IsGenerated(f) {
				packages[filepath.Dir(name)] = append(packages[filepath.Dir(name)], f)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

// TestDocsBeginWithVerbs holds the docs of functions to the style of Go's own packages: they
// begin with the function's name and a verb, which is seldom "is", "says" or "gives".
func TestDocsBeginWithVerbs(t *testing.T) {
	fset := token.NewFileSet()
	verbs, all := map[string]int{}, 0
	for _, files := range packagesOfModule(t, fset) {
		for _, f := range files {
			for _, d := range f.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok || decl.Name.Name == "init" {
					continue
				}
				words := strings.Fields(decl.Doc.Text())
				if len(words) > 0 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
					words = words[1:]
				}
				if len(words) < 2 {
					continue
				}
				if strings.TrimRight(words[0], ",:.") != decl.Name.Name {
					t.Errorf("%v: the doc of %s begins with %s", fset.Position(decl.Pos()), decl.Name.Name, words[0])
				}
				verbs[words[1]]++
				all++
			}
		}
	}
	share := func(words ...string) float64 {
		n := 0
		for _, w := range words {
			n += verbs[w]
		}
		return float64(n) / float64(all)
	}
	if all < 5000 {
		t.Fatalf("only %d docs were seen", all)
	}
	if is, says, returns := share("is", "are"), share("says", "tells", "gives"), share("returns", "reports"); is > 0.10 || says > 0.02 || returns < 0.25 {
		t.Errorf("of %d docs %.1f %% begin with is or are (10 are right), %.1f %% with says, tells or gives (2), %.1f %% with returns or reports (25 at least)",
			all, 100*is, 100*says, 100*returns)
	}
}

// brokenLink is what go/doc leaves as text of a link whose target it does not find.
var brokenLink = regexp.MustCompile(`\[\*?([a-z][a-z0-9]*\.)?[A-Z][A-Za-z0-9_]+(\.[A-Z][A-Za-z0-9_]*)?\]`)

// TestDocLinksResolve requires that every link to an exported name in a doc comment has a target.
func TestDocLinksResolve(t *testing.T) {
	if !testenv.Full() {
		t.Skip("go/doc reads all packages, which takes seconds")
	}
	fset := token.NewFileSet()
	packages := packagesOfModule(t, fset)
	links := 0
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		// doc.New changes what it reads, so comments are collected first.
		var docs []*ast.CommentGroup
		for _, f := range packages[dir] {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.File:
					docs = append(docs, n.Doc)
				case *ast.FuncDecl:
					docs = append(docs, n.Doc)
				case *ast.GenDecl:
					docs = append(docs, n.Doc)
				case *ast.TypeSpec:
					docs = append(docs, n.Doc)
				case *ast.ValueSpec:
					docs = append(docs, n.Doc)
				case *ast.Field:
					docs = append(docs, n.Doc)
				}
				return true
			})
		}
		p, err := doc.NewFromFiles(fset, packages[dir], "example.com/sfatui/"+filepath.ToSlash(rel), doc.AllDecls|doc.PreserveAST)
		if err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, group := range docs {
			if group == nil {
				continue
			}
			n, broken := linksOf(p.Parser().Parse(group.Text()))
			links += n
			for _, text := range broken {
				t.Errorf("%v: the link %s has no target", fset.Position(group.Pos()), text)
			}
		}
	}
	if links < 500 {
		t.Errorf("only %d links were seen", links)
	}
}

// linksOf returns the number of links in a doc and those without a target.
func linksOf(d *comment.Doc) (links int, broken []string) {
	var texts func(t []comment.Text)
	texts = func(all []comment.Text) {
		for _, t := range all {
			switch t := t.(type) {
			case comment.Plain:
				broken = append(broken, brokenLink.FindAllString(string(t), -1)...)
			case *comment.DocLink:
				links++
			case *comment.Link:
				texts(t.Text)
			}
		}
	}
	var blocks func(all []comment.Block)
	blocks = func(all []comment.Block) {
		for _, b := range all {
			switch b := b.(type) {
			case *comment.Paragraph:
				texts(b.Text)
			case *comment.List:
				for _, item := range b.Items {
					blocks(item.Content)
				}
			}
		}
	}
	blocks(d.Content)
	return links, broken
}
