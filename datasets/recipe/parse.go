package recipe

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
)

// Parse parses the text of a recipe at path, with the known keys. Its errors,
// of type [*message.UsageError], contain file and line, and for an unknown key
// the nearest known ones.
func Parse(path string, text []byte, known []string) (*Recipe, error) {
	lines, err := Lines(path, text, "'label: state'")
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	r := &Recipe{Paths: []string{dir}}
	for _, line := range lines {
		s := Setting{Name: line.Name, Line: line.Number}
		switch {
		case line.Name == pathsKey:
			r.Paths, err = paths(dir, line.Value)
		case !slices.Contains(known, line.Name):
			err = noKey(line.Name, known)
		case line.Name == testKey:
			s.List = true
			s.Values, err = paths(dir, line.Value)
		default:
			s.Values, s.List, err = values(line.Value)
		}
		if err != nil {
			return nil, At(path, line.Number, line.Name, err)
		}
		if line.Name != pathsKey {
			r.Settings = append(r.Settings, s)
		}
	}
	return r, nil
}

// At returns the error of a line.
func At(path string, line int, name string, err error) error {
	return message.Usagef("%s:%d: %s: %v", message.Clean(path), line, message.Clean(name), err)
}

// noKey returns the error of an unknown key.
func noKey(name string, known []string) error {
	known = append([]string{pathsKey}, known...)
	if question := message.Question(name, known, nil); question != "" {
		return errors.New("there is no such key; " + question)
	}
	return errors.New("there is no such key; the keys are " + strings.Join(known, ", "))
}

// Line is a key of a YAML file and its value.
type Line struct {
	Name   string
	Value  *yaml.Node
	Number int
}

// Lines parses a YAML file of distinct keys and values. example is a line of
// such a file for error messages.
func Lines(path string, text []byte, example string) ([]Line, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, message.Usagef("%s: %v", message.Clean(path), message.Clean(err.Error()))
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, message.Usagef("%s: write lines such as %s", message.Clean(path), example)
	}
	pairs := doc.Content[0].Content
	seen := map[string]bool{}
	var lines []Line
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].Value
		if seen[name] {
			return nil, message.Usagef("%s:%d: %s is written twice", message.Clean(path), pairs[i].Line, message.Clean(name))
		}
		seen[name] = true
		lines = append(lines, Line{name, pairs[i+1], pairs[i].Line})
	}
	return lines, nil
}

// values returns the words of a value.
func values(value *yaml.Node) (words []string, list bool, err error) {
	switch value.Kind {
	case yaml.ScalarNode:
		return []string{value.Value}, false, nil
	case yaml.SequenceNode:
		for _, item := range value.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, true, fmt.Errorf("line %d: a list holds words", item.Line)
			}
			words = append(words, item.Value)
		}
		return words, true, nil
	}
	return nil, false, errors.New("write a number, a word or a list of them")
}

// paths returns the paths in a value, relative to the program. A path that
// exists neither in dir nor elsewhere may be a built-in set.
func paths(dir string, value *yaml.Node) ([]string, error) {
	words, _, err := values(value)
	if err != nil || slices.Contains(words, "") {
		return nil, errors.New("write a path, or a list of paths, from the folder of this file")
	}
	for i, path := range words {
		inside := filepath.Join(dir, path)
		if _, err := os.Stat(inside); !filepath.IsAbs(path) && (err == nil || !slices.Contains(builtin.Names(), path)) {
			words[i] = inside
		}
	}
	if words == nil {
		return nil, errors.New("name at least one file or folder")
	}
	return words, nil
}
