package flags

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Described returns the paths that args stand for. A description, or a folder
// with one, stands for the paths in it, and its flags are set, unless the
// command line sets them or the command lacks them. An empty flag on the
// command line removes the value of a description, a sweep file or an
// experiment; without such a value it is an error.
func Described(cmd *cobra.Command, args []string) ([]string, error) {
	paths, err := described(cmd, args)
	if err == nil {
		err = checkEmpty(cmd.Flags())
	}
	return paths, err
}

func described(cmd *cobra.Command, args []string) ([]string, error) {
	for _, arg := range args {
		file := recipe.Find(arg)
		if _, ok := papers.Named(arg); ok && isExperiment(arg) {
			return nil, cli.Usagef("%s is an experiment, not data: sfatui run --sweep %[1]s", arg)
		}
		if file == "" {
			continue
		}
		if len(args) > 1 {
			return nil, cli.Usagef("%s is a description of data, or a folder with one: give it alone, or name the files in it", message.Clean(arg))
		}
		return applyDescription(cmd, file)
	}
	return args, nil
}

// applyDescription sets the flags of a description and returns its paths.
func applyDescription(cmd *cobra.Command, path string) ([]string, error) {
	text, err := readText(cmd, path, recipe.MaxSize)
	if err != nil {
		return nil, err
	}
	r, err := recipe.Parse(path, text, Names(descriptionFlags()))
	if err != nil {
		return nil, err
	}
	typed := map[string]bool{}
	cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	for _, s := range r.Settings {
		f := cmd.Flags().Lookup(s.Name)
		if f == nil || Overrules(f) || recipe.Overruled(s.Name, func(name string) bool { return typed[name] }) || !s.List && blank(s.Values[0]) {
			continue
		}
		if s.List {
			err = setList(f, s.Values)
		} else {
			err = cmd.Flags().Set(s.Name, s.Values[0])
		}
		if err != nil {
			return nil, recipe.At(path, s.Line, s.Name, err)
		}
	}
	return r.Paths, nil
}

// setList sets a flag to a list of words, which may contain commas.
func setList(f *pflag.Flag, items []string) error {
	list, ok := f.Value.(pflag.SliceValue)
	if !ok {
		return errors.New("give one value instead of a list")
	}
	f.Changed = true
	return list.Replace(items)
}

// descriptionFlags returns the flags that a description may contain.
func descriptionFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	Data(f, &datasets.Options{}, &sweep.Spec{})
	return f
}

// SaveDescription writes the options of reading data to a description at path.
func SaveDescription(cmd *cobra.Command, path string, paths []string) error {
	old, err := os.ReadFile(path)
	if errors.Is(err, syscall.EISDIR) {
		return cli.Usagef("--save %s is a folder: give a file name in it, such as %s", message.Clean(path), message.Clean(filepath.Join(path, "dataset.yaml")))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := recipe.MayWrite(path, old); err != nil {
		return cli.Usagef("--save %w", err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	r := recipe.Recipe{Paths: paths}
	descriptionFlags().VisitAll(func(known *pflag.Flag) {
		f := cmd.Flags().Lookup(known.Name)
		if f == nil || !f.Changed {
			return
		}
		s := recipe.Setting{Name: f.Name, Values: []string{f.Value.String()}}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			s.Values, s.List = list.GetSlice(), true
		}
		if !blank(strings.Join(s.Values, "")) { // an empty flag removed a value
			r.Settings = append(r.Settings, s)
		}
	})
	text, err := r.Text(dir)
	if err != nil {
		return err
	}
	return store.SaveBytes(path, true, text)
}
