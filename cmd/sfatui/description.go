package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/locate"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// A description says how data is to be read: the data flags by their names, and
// under data the files, seen from the folder of the description. In a folder of
// data it is called dataset.yaml, and is heeded when the folder is opened.
const (
	descriptionName = locate.DescriptionFile
	pathsKey        = "data"
)

// descriptionHead is the first line of the descriptions that are written.
const descriptionHead = "# How sfatui reads this data; flags on the command line win.\n"

// alternatives are flags of which one on the command line sets the others of a
// description aside.
var alternatives = [][]string{
	{"folds", "repeats", "train-fraction", "leave-one-out"}, {"columns", "drop"}, {"pca", "front"}, {"test-data", "split-column"},
}

// described gives the paths that args stand for: they themselves, or where they
// are a description, or a folder with one, those that it names. Its flags are
// set, unless the command line did.
func described(cmd *cobra.Command, args []string) ([]string, error) {
	for _, arg := range args {
		file := descriptionOf(arg)
		if file == "" {
			continue
		}
		if len(args) > 1 {
			return nil, usagef("%s is a description of data, or a folder with one: give it alone, or name the files in it", message.Clean(arg))
		}
		return applyDescription(cmd, file)
	}
	return args, nil
}

// descriptionOf is the description that a path names, "" for none.
func descriptionOf(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		inside := filepath.Join(path, descriptionName)
		if _, err := os.Stat(inside); err == nil {
			return inside
		}
		return ""
	}
	if ext := strings.ToLower(filepath.Ext(path)); ext == ".yaml" || ext == ".yml" {
		return path
	}
	return ""
}

// applyDescription sets the flags of a description and gives its paths.
func applyDescription(cmd *cobra.Command, path string) ([]string, error) {
	lines, err := readFlagFile(cmd.Context(), path, "'label: state'")
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	paths := []string{dir}
	known := descriptionFlags()
	typed := map[string]bool{}
	cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	for _, line := range lines {
		err := error(nil)
		switch {
		case line.name == pathsKey:
			paths, err = pathsIn(dir, line.value)
		case known.Lookup(line.name) == nil:
			err = fmt.Errorf("there is no such key; there are %s, %s", pathsKey, strings.Join(flagNames(known), ", "))
		case overruled(typed, line.name):
		case line.name == "test-data":
			var list []string
			if list, err = pathsIn(dir, line.value); err == nil {
				err = setList(cmd, line.name, list)
			}
		case line.value.Kind == yaml.SequenceNode:
			err = setItems(cmd, line.name, line.value)
		default:
			var text string
			if text, err = flagText(line.value); err == nil {
				err = cmd.Flags().Set(line.name, text)
			}
		}
		if err != nil {
			return nil, usagef("%s:%d: %s: %v", message.Clean(path), line.number, message.Clean(line.name), err)
		}
	}
	return paths, nil
}

// setItems sets a flag to a list of words, in which commas may stand.
func setItems(cmd *cobra.Command, name string, value *yaml.Node) error {
	var items []string
	for _, item := range value.Content {
		if item.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: a list holds words", item.Line)
		}
		items = append(items, item.Value)
	}
	return setList(cmd, name, items)
}

func setList(cmd *cobra.Command, name string, items []string) error {
	f := cmd.Flags().Lookup(name)
	list, ok := f.Value.(pflag.SliceValue)
	if !ok {
		return errors.New("write one value, not a list")
	}
	f.Changed = true
	return list.Replace(items)
}

// overruled says that the command line has the flag, or another in its place.
func overruled(typed map[string]bool, name string) bool {
	for _, group := range alternatives {
		if slices.Contains(group, name) && slices.ContainsFunc(group, func(other string) bool { return typed[other] }) {
			return true
		}
	}
	return typed[name]
}

// pathsIn are paths of a description as the program finds them. What is neither
// in its folder nor elsewhere may be a built-in set.
func pathsIn(dir string, value *yaml.Node) ([]string, error) {
	items := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		items = value.Content
	}
	var paths []string
	for _, item := range items {
		if item.Kind != yaml.ScalarNode || item.Value == "" {
			return nil, errors.New("write a path, or a list of paths, from the folder of this file")
		}
		path := item.Value
		inside := filepath.Join(dir, path)
		if _, err := os.Stat(inside); !filepath.IsAbs(path) && (err == nil || !isBuiltin(path)) {
			path = inside
		}
		paths = append(paths, path)
	}
	if paths == nil {
		return nil, errors.New("name at least one file or folder")
	}
	return paths, nil
}

func isBuiltin(name string) bool {
	return slices.ContainsFunc(builtin.Sets(), func(b builtin.Set) bool { return b.Name == name })
}

// descriptionFlags are the flags that a description may hold.
func descriptionFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	dataFlags(f, &datasets.Options{}, &sweep.Spec{})
	return f
}

func flagNames(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// saveDescription writes how data was read to a description at path.
func saveDescription(cmd *cobra.Command, path string, paths []string) error {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yaml" && ext != ".yml" {
		return usagef("--save %s: a description is called %s, or .yaml", message.Clean(path), descriptionName)
	}
	if old, err := os.ReadFile(path); err == nil && !bytes.HasPrefix(old, []byte(descriptionHead)) {
		return usagef("--save %s: there is a file that sfatui did not write: remove it first", message.Clean(path))
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	doc := &yaml.Node{Kind: yaml.MappingNode}
	add := func(name string, value *yaml.Node) {
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, value)
	}
	add(pathsKey, pathsFrom(dir, paths))
	descriptionFlags().VisitAll(func(known *pflag.Flag) {
		f := cmd.Flags().Lookup(known.Name)
		if f == nil || !f.Changed {
			return
		}
		list, isList := f.Value.(pflag.SliceValue)
		switch {
		case known.Name == "test-data":
			add(f.Name, pathsFrom(dir, list.GetSlice()))
		case isList:
			add(f.Name, listNode(list.GetSlice()))
		default:
			add(f.Name, &yaml.Node{Kind: yaml.ScalarNode, Value: f.Value.String(), Style: styleOf(f)})
		}
	})
	text, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	return store.Save(path, true, func(w io.Writer) error {
		_, err := w.Write(append([]byte(descriptionHead), text...))
		return err
	})
}

// styleOf quotes what YAML would take for a number or a word of its own.
func styleOf(f *pflag.Flag) yaml.Style {
	if f.Value.Type() == "string" {
		var v any
		if err := yaml.Unmarshal([]byte(f.Value.String()), &v); err != nil || v != f.Value.String() {
			return yaml.SingleQuotedStyle
		}
	}
	return 0
}

func listNode(items []string) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range items {
		list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: item})
	}
	return list
}

// pathsFrom writes paths as they are seen from a folder, where they are in it.
func pathsFrom(dir string, paths []string) *yaml.Node {
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
	return listNode(out)
}
