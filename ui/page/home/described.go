package home

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// pcaKey is a share of the variance, as the command line and descriptions write it for a front.
const pcaKey = "pca"

// Described returns data with the settings of its description, which is the file itself or a
// file in its folder; without one it returns the data unchanged. Flags of the command line take
// precedence.
func (d Datum) Described() (Datum, error) {
	if d.Disk == nil || len(d.Options.Paths) != 1 {
		return d, nil
	}
	file := recipe.FindOn(*d.Disk, d.Options.Paths[0])
	if file == "" {
		return d, nil
	}
	described, err := d.by(file)
	if err != nil && d.Disk.Root != nil { // where the folder that is served lies is nothing to others
		err = errors.New(strings.ReplaceAll(err.Error(), message.Clean(d.Disk.Root.Name())+string(filepath.Separator), ""))
	}
	return described, err
}

// by returns data with the settings of a description file.
func (d Datum) by(file string) (Datum, error) {
	text, err := d.read(file)
	if err != nil {
		return d, err
	}
	r, err := recipe.Parse(file, text, knownKeys())
	if err != nil {
		return d, err
	}
	said := d
	d.Options.Paths = r.Paths
	for _, s := range r.Settings {
		if recipe.Overruled(s.Name, said.isSet) {
			continue
		}
		if err := d.set(s); err != nil {
			return d, recipe.At(file, s.Line, s.Name, err)
		}
	}
	return d, nil
}

// knownKeys returns the keys that a description may have.
func knownKeys() []string {
	known := append(recipe.Names(), pcaKey)
	for _, s := range sweep.Settings() {
		if s.Data {
			known = append(known, s.Name)
		}
	}
	return known
}

// descriptions returns the descriptions of data in a folder at path, of the YAML files that are
// named, up to mostFiles of them: other YAML files have other keys.
func descriptions(ctx context.Context, folder fs.FS, path string, names []string) (list []Datum, describes map[string]clean.Text) {
	describes = map[string]clean.Text{}
	known := knownKeys()
	for _, name := range names[:min(len(names), mostFiles)] {
		text, err := fs.ReadFile(folder, name)
		if err != nil || ctx.Err() != nil {
			continue
		}
		r, err := recipe.Parse(filepath.Join(path, name), text, known)
		if err != nil {
			continue
		}
		var keys, of, missing []clean.Text
		for _, s := range r.Settings {
			keys = append(keys, clean.Of(s.Name))
		}
		for _, p := range r.Paths {
			base := clean.Of(filepath.Base(p))
			of = append(of, base)
			files := standsFor(folder, path, p)
			if files == nil {
				missing = append(missing, base)
			}
			for _, f := range files {
				if describes[f] != "" {
					describes[f] += ", "
				}
				describes[f] += clean.Of(name)
			}
		}
		facts := clean.Join(of, ", ")
		if keys != nil {
			facts += " with " + clean.Join(keys, ", ")
		}
		d := datumAt(filepath.Join(path, name), clean.Of(name), facts)
		if missing != nil {
			d.Note = "missing: " + clean.Join(missing, ", ")
		}
		list = append(list, d)
	}
	return list, describes
}

// standsFor returns the files of a folder at path that a path or a pattern stands for, none if
// they are missing, and the path itself if it is outside.
func standsFor(folder fs.FS, path, p string) []string {
	inside, err := filepath.Rel(path, p)
	if inside = filepath.ToSlash(inside); err != nil || !fs.ValidPath(inside) {
		return []string{p}
	}
	if _, err := fs.Stat(folder, inside); !errors.Is(err, fs.ErrNotExist) {
		return []string{p}
	}
	found, err := fs.Glob(folder, inside)
	if err != nil {
		return nil
	}
	for i := range found {
		found[i] = filepath.Join(path, found[i])
	}
	return found
}

// read reads a description.
func (d Datum) read(file string) ([]byte, error) {
	f, err := d.Disk.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, recipe.MaxSize+1))
	if err == nil && len(text) > recipe.MaxSize {
		err = fmt.Errorf("%s is longer than %d bytes", message.Clean(file), recipe.MaxSize)
	}
	return text, err
}

// isSet reports whether a setting differs from its default.
func (d *Datum) isSet(name string) bool {
	if recipe.Values(d.Options, name) != nil {
		return true
	}
	if name == pcaKey || name == "front" {
		return !slices.Contains([]string{"", "none"}, d.Spec.Text("front"))
	}
	s := sweep.SettingNamed(name)
	if s == nil {
		return false
	}
	var unsaid sweep.Spec
	return s.Set(&unsaid, s.Default) == nil && s.Get(&d.Spec) != s.Get(&unsaid) && s.Get(&d.Spec) != s.Get(&sweep.Spec{})
}

// set makes a setting of a description.
func (d *Datum) set(s recipe.Setting) error {
	if !slices.ContainsFunc(s.Values, func(v string) bool { return strings.TrimSpace(v) != "" }) {
		return nil
	}
	if known, err := recipe.Apply(&d.Options, s.Name, s.Values...); known {
		return err
	}
	if s.Name != pcaKey {
		return sweep.SettingNamed(s.Name).Set(&d.Spec, s.Values[0])
	}
	if v, err := strconv.ParseFloat(s.Values[0], 64); err != nil || !(v > 0 && v < 1) {
		return fmt.Errorf("%q is not a share of the variance between 0 and 1", s.Values[0])
	}
	d.Spec.Set("front", pcaKey+":"+s.Values[0])
	return nil
}
