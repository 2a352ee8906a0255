package recipe

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// Name is the name of a recipe in a folder of data.
const Name = locate.DescriptionFile

// MaxSize is the maximum size in bytes of a recipe, which is written by hand.
const MaxSize = 1 << 20

// head is the first line of generated recipes.
const head = "# How sfatui reads this data; flags on the command line win.\n"

// Keys whose values are paths.
const (
	pathsKey = "data"
	testKey  = "test-data"
)

// Recipe holds the paths and settings for reading data.
type Recipe struct {
	Paths    []string // relative to the program
	Settings []Setting
}

// Setting is a value by the name of its flag.
type Setting struct {
	Name   string
	Values []string // one, unless it is a list
	List   bool     // written as a list; its values may contain commas
	Switch bool     // true or false, as a flag without a value
	Line   int      // in the file it was read from
}

// Find returns the recipe that a path names: the file itself, or the one in a
// folder; "" for none.
func Find(path string) string { return FindOn(sandbox.Disk{}, path) }

// FindOn is Find on a disk that may be confined to a folder.
func FindOn(disk sandbox.Disk, path string) string {
	info, err := disk.Stat(path)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		inside := filepath.Join(path, Name)
		if _, err := disk.Stat(inside); err == nil {
			return inside
		}
		return ""
	case IsYAML(path):
		return path
	}
	return ""
}

// IsYAML reports whether a file has a name that a recipe may have.
func IsYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}

// alternatives lists groups of settings. A setting on the command line overrides the others of its
// group in a recipe.
var alternatives = [][]string{
	{"folds", "repeats", "train-fraction", "leave-one-out"}, {"columns", "drop"}, {"pca", "front"}, {"test-data", "split-column"},
}

// Overruled reports whether a setting of a recipe is overridden elsewhere, by the same setting
// or by an alternative to it.
func Overruled(name string, said func(name string) bool) bool {
	for _, group := range alternatives {
		if slices.Contains(group, name) && slices.ContainsFunc(group, said) {
			return true
		}
	}
	return said(name)
}

// MayWrite returns an error, with a remedy, if a recipe must not be written to
// path; old is its present content.
func MayWrite(path string, old []byte) error {
	switch {
	case !IsYAML(path):
		return message.Usagef("%s: a recipe of data is called %s, or .yaml", message.Clean(path), Name)
	case old != nil && !bytes.HasPrefix(old, []byte(head)):
		return message.Usagef("%s: there is a file that sfatui did not write: remove it first", message.Clean(path))
	}
	return nil
}

// Text returns the recipe as the content of a file in the folder dir, an
// absolute path.
func (r Recipe) Text(dir string) ([]byte, error) {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	add := func(name string, value *yaml.Node) {
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, value)
	}
	add(pathsKey, list(relativePaths(dir, r.Paths)))
	for _, s := range r.Settings {
		switch {
		case s.Name == testKey:
			add(s.Name, list(relativePaths(dir, s.Values)))
		case s.List:
			add(s.Name, list(s.Values))
		default:
			add(s.Name, &yaml.Node{Kind: yaml.ScalarNode, Value: s.Values[0], Style: style(s.Values[0])})
		}
	}
	text, err := yaml.Marshal(doc)
	return append([]byte(head), text...), err
}

// style returns the quoting that preserves a text. Numbers and true need none,
// because they are read as written, whatever their YAML type.
func style(text string) yaml.Style {
	var v any
	err := yaml.Unmarshal([]byte(text), &v)
	switch v := v.(type) {
	case int, float64, bool, uint64:
		return 0
	case string:
		if err == nil && v == text {
			return 0
		}
	}
	return yaml.SingleQuotedStyle
}

func list(items []string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range items {
		node.Content = append(node.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: item})
	}
	return node
}

// relativePaths returns paths relative to a folder if they are in it.
func relativePaths(dir string, paths []string) []string {
	var out []string
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			if abs, err := filepath.Abs(path); err == nil {
				path = abs
			}
			if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
				path = rel
			}
		}
		out = append(out, path)
	}
	return out
}
