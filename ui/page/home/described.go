package home

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
)

// pcaKey is a share of the variance, as the command line and descriptions write it for a front.
const pcaKey = "pca"

// Described returns data as the description of it says, which is the file itself or lies in the
// folder, and the data as it is where there is none. Of another machine's files none is read.
func (d Datum) Described(ctx context.Context) (Datum, error) {
	if len(d.Options.Paths) != 1 || d.Disk != nil && d.Disk.Root != nil {
		return d, nil
	}
	file := recipe.Find(d.Options.Paths[0])
	if file == "" {
		return d, nil
	}
	text, err := store.ReadText(ctx, file, recipe.MaxSize)
	if err != nil {
		return d, err
	}
	known := []string{pcaKey}
	for _, s := range sweep.Settings() {
		if s.Data {
			known = append(known, s.Name)
		}
	}
	r, err := recipe.Parse(file, text, append(known, recipe.Names()...))
	if err != nil {
		return d, err
	}
	d.Options = datasets.Options{Paths: r.Paths}
	for _, s := range r.Settings {
		if err := d.set(s); err != nil {
			return d, recipe.At(file, s.Line, s.Name, err)
		}
	}
	return d, nil
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
