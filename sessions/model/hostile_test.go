package model

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions/npz"
	"example.com/sfatui/sessions/store"
	"gonum.org/v1/gonum/mat"
)

// arraysOf returns the files of an archive by name, and the names in order.
func arraysOf(t *testing.T, path string) (names []string, files map[string][]byte) {
	t.Helper()
	z, err := zip.OpenReader(path)
	check(t, err)
	defer z.Close()
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		check(t, err)
		b, err := io.ReadAll(r)
		check(t, err)
		names, files[f.Name] = append(names, f.Name), b
	}
	return names, files
}

// modelOf writes an archive with correct checksums.
func modelOf(t *testing.T, path string, names []string, files map[string][]byte) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		if files[name] == nil {
			continue
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		check(t, err)
		_, err = w.Write(files[name])
		check(t, err)
	}
	check(t, z.Close())
	check(t, os.WriteFile(path, b.Bytes(), 0o644))
}

// configOf returns the file of another config.
func configOf(t *testing.T, text string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.npz")
	check(t, store.Save(path, true, func(w io.Writer) error {
		z := npz.NewWriter(w)
		z.Text("config", text)
		return z.Close()
	}))
	_, files := arraysOf(t, path)
	return files["config.npy"]
}

// applied reads a model and applies it, and fails with the place of a panic.
func applied(t *testing.T, what, path string, set *data.Set) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s: %v", what, v)
		}
	}()
	m, err := Read(path)
	if err == nil {
		var phi *mat.Dense
		if phi, err = m.Features(t.Context(), set); err == nil {
			_, err = m.applyReadout(t.Context(), set, phi)
		}
	}
	if err != nil && strings.ContainsAny(err.Error(), "\x1b\x07") {
		t.Errorf("%s: %q", what, err)
	}
}

// lies holds false statements of a model about its point.
var lies = []struct{ old, new string }{
	{`"space":"[^"]*"`, `"space":"kernel"`}, {`"space":"[^"]*"`, `"space":"linear"`}, {`"space":"[^"]*"`, `"space":"poly"`},
	{`"space":"[^"]*"`, `"space":"0.8exp"`}, {`"space":"[^"]*"`, `"space":"\u001b[31m"`}, {`"space":"[^"]*"`, `"space":"poly","degree":1000000`},
	{`"degree":\d+`, `"degree":-1`}, {`"degree":\d+`, `"degree":0`}, {`"degree":\d+`, `"degree":40`},
	{`"kernel":"[^"]*"`, `"kernel":"poly"`}, {`"kernel":"[^"]*"`, `"kernel":"linear"`}, {`"kernel":"[^"]*"`, `"kernel":"arc-sine"`},
	{`"kernel":"[^"]*"`, `"kernel":"rational-quadratic"`}, {`"kernel":"[^"]*"`, `"kernel":"gamma-exponential"`}, {`"kernel":"[^"]*"`, `"kernel":"other"`},
	{`"sigma":[0-9.e+-]+`, `"sigma":0`}, {`"sigma":[0-9.e+-]+`, `"sigma":-1`}, {`"sigma":[0-9.e+-]+`, `"sigma":"NaN"`},
	{`"basis":"[^"]*"`, `"basis":"printed"`}, {`"basis":"[^"]*"`, `"basis":"stable","indefinite":"clip"`}, {`"indefinite":"clip"`, `"indefinite":""`},
	{`"layers":"[^"]*"`, `"layers":""`}, {`"layers":"[^"]*"`, `"layers":"3:1+1:poly2:sfa3/all:poly2:sfa3"`}, {`"p":3`, `"p":-3`},
	{`"method":`, `"layers":"3:2+1:poly2:sfa3/all:pca3:poly2:sfa3","method":`}, {`"method":`, `"front":"pca:2","method":`},
}

// A model may come from a stranger, with correct checksums: it is refused, or
// computes some features, and never ends the program.
func TestHostileModels(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.npz")
	for name := range modelled {
		set, path, _ := savedModel(t, name)
		names, files := arraysOf(t, path)
		for i, one := range names {
			for _, other := range []string{"", names[(i+1)%len(names)], names[(i+3)%len(names)]} {
				held := files[one]
				files[one] = files[other] // nil for none
				modelOf(t, broken, names, files)
				files[one] = held
				applied(t, fmt.Sprintf("%s: %s for %s", name, other, one), broken, set)
			}
		}
		a, size, err := store.OpenRegular(path)
		check(t, err)
		archive, err := npz.Read(a, size)
		check(t, err)
		a.Close()
		config, err := archive.Text("config")
		check(t, err)
		for _, lie := range lies {
			text := regexp.MustCompile(lie.old).ReplaceAllLiteralString(config, lie.new)
			if text == config {
				continue
			}
			held := files["config.npy"]
			files["config.npy"] = configOf(t, text)
			modelOf(t, broken, names, files)
			files["config.npy"] = held
			applied(t, name+": "+lie.new, broken, set)
		}
	}
}

// The checksums of a ZIP file do not cover names: a renamed array is reported,
// because the features could differ without it.
func TestRenamedArraysAreReported(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.npz")
	for name := range modelled {
		_, path, _ := savedModel(t, name)
		names, files := arraysOf(t, path)
		for i, one := range names {
			for _, other := range []string{strings.Replace(one, ".npy", "\x00npy", 1), "\x00" + one[1:]} {
				renamed := slices.Clone(names)
				renamed[i], files[other] = other, files[one]
				modelOf(t, broken, renamed, files)
				if _, err := Read(broken); err == nil || strings.Contains(err.Error(), "\x00") {
					t.Errorf("%s: %s as %q: %v", name, one, other, err)
				}
			}
			twice := slices.Clone(names)
			twice[i] = names[(i+1)%len(names)]
			modelOf(t, broken, twice, files)
			if _, err := Read(broken); err == nil || !strings.Contains(err.Error(), "occurs twice") {
				t.Errorf("%s: %s as %s: %v", name, one, twice[i], err)
			}
		}
	}
}
