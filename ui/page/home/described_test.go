package home_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/page/home"
)

// Data that is opened from within the workbench is read as its description says, as from the
// command line: by its folder or by its own name, on a server, too, within what that serves.
func TestDescribedData(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "dataset.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("data: [x.csv]\nlabel: state\ndrop: [a, b]\nfolds: 3\nstandardize: true\npca: 0.9\n")
	for _, path := range []string{dir, filepath.Join(dir, "dataset.yaml")} {
		d, err := home.Datum{Disk: &sandbox.Disk{}, Options: datasets.Options{Paths: []string{path}}, Spec: sweep.Spec{}.With("lambda", "0")}.Described()
		if err != nil {
			t.Fatal(err)
		}
		o := d.Options
		if !slices.Equal(o.Paths, []string{filepath.Join(dir, "x.csv")}) || o.Label != "state" || !slices.Equal(o.Drop, []string{"a", "b"}) {
			t.Errorf("%s is read as %+v", path, o)
		}
		if d.Spec.Split.Folds != 3 || d.Spec.Text("front") != "pca:0.9" || d.Spec.Text("lambda") != "0" {
			t.Errorf("%s has the sweep %+v", path, d.Spec)
		}
	}
	said := home.Datum{Disk: &sandbox.Disk{}, Options: datasets.Options{Paths: []string{dir}, Label: "class", Columns: []string{"c"}}}
	said.Spec.Split.Folds = 5
	if d, err := said.Described(); err != nil || d.Options.Label != "class" || d.Options.Drop != nil || d.Spec.Split.Folds != 5 || d.Spec.Text("front") != "pca:0.9" {
		t.Errorf("the command line does not override the description: %+v, %+v, %v", d.Options, d.Spec.Split, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	served := home.Datum{Options: datasets.Options{Paths: []string{dir}}, Disk: &sandbox.Disk{Root: root}}
	if d, err := served.Described(); err != nil || d.Options.Label != "state" {
		t.Errorf("served: %+v, %v", d.Options, err)
	}
	write("labl: state\n")
	if _, err := served.Described(); err == nil || strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "dataset.yaml:1") {
		t.Errorf("served: %v", err)
	}
	write("data: ../x.csv\n")
	if d, err := served.Described(); err == nil {
		d.Options.Root = root
		if _, err := datasets.Open(t.Context(), d.Options, nil); err == nil {
			t.Error("served: a file beside the folder is read")
		}
	}
	if d, err := (home.Datum{Options: datasets.Options{Paths: []string{dir}}}).Described(); err != nil || d.Options.Label != "" {
		t.Errorf("a set without files: %+v, %v", d.Options, err)
	}
	for text, want := range map[string]string{"labl: state\n": "labl", "pca: 3\n": "not a share", "folds: some\n": "folds"} {
		write(text)
		if _, err := (home.Datum{Disk: &sandbox.Disk{}, Options: datasets.Options{Paths: []string{dir}}}).Described(); err == nil || !strings.Contains(err.Error(), "dataset.yaml:1") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The list of data has the descriptions in a folder, and says which data they are of. Other YAML
// files, such as those of sweeps, are no data.
func TestDescriptionsAreListed(t *testing.T) {
	folder := fstest.MapFS{
		"aloud.yaml":   {Data: []byte("data: [one.csv, two.csv]\nlabel: word\nembed: l=8\n")},
		"broken.yaml":  {Data: []byte("label: [\n")},
		"compose.yaml": {Data: []byte("services:\n  web:\n    image: x\n")},
		"empty.yml":    {},
		"other.csv":    {Data: []byte("x\n1\n")},
		"sweep.yaml":   {Data: []byte("sigma: 1\n")},
		"two.csv":      {Data: []byte("x,word\n1,a\n")},
	}
	list, err := home.Files(t.Context(), folder, "recordings")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%s|%s|%s", d.Name, d.Facts, d.Note))
	}
	want := []string{"aloud.yaml|one.csv, two.csv with label, embed|missing: one.csv", "other.csv|table, 4 B|", "two.csv|table, 11 B|see aloud.yaml"}
	if !slices.Equal(got, want) {
		t.Errorf("the list is %q, want %q", got, want)
	}
	if path := list[0].Options.Paths[0]; path != filepath.Join("recordings", "aloud.yaml") {
		t.Errorf("the description is at %s", path)
	}
}

// A description without settings is data too, as is a folder with one alone. The note on a table
// names all of its descriptions, and that on a description what it describes in vain.
func TestListOfDescriptions(t *testing.T) {
	table := &fstest.MapFile{Data: []byte("x,word\n1,a\n")}
	folder := fstest.MapFS{
		"a.yaml": {Data: []byte("data: t.csv\nlabel: word\n")}, "b.yaml": {Data: []byte("data: ['t*.csv', gone.csv, 'gone*', '[']\n")}, "c.yaml": {Data: []byte("data: ../gone.csv\n")},
		"deep/dataset.yaml": {Data: []byte("data: down/t.csv\n")}, "deep/down/t.csv": table, "t.csv": table,
	}
	list, err := home.Files(t.Context(), folder, "/recordings")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%s|%s|%s", d.Name, d.Facts, d.Note))
	}
	want := []string{"a.yaml|t.csv with label|", "b.yaml|t*.csv, gone.csv, gone*, [|missing: gone.csv, gone*, [", "c.yaml|gone.csv|", "deep/|described by dataset.yaml|", "t.csv|table, 11 B|see a.yaml, b.yaml"}
	if !slices.Equal(got, want) {
		t.Errorf("the list is %q, want %q", got, want)
	}
}

// Of 5,002 files in a folder the first 5,000 are listed, which the list states.
func TestListOfManyFiles(t *testing.T) {
	folder := fstest.MapFS{}
	for i := range 5002 {
		folder[fmt.Sprintf("in/%04d.csv", i)] = &fstest.MapFile{Data: []byte("x\n1\n")}
	}
	list, err := home.Files(t.Context(), folder, ".")
	if err != nil || len(list) != 1 || list[0].Facts != "more than 5,000 tables" {
		t.Errorf("above: %+v, %v", list, err)
	}
	inside, err := folder.Sub("in")
	if err != nil {
		t.Fatal(err)
	}
	list, err = home.Files(t.Context(), inside, ".")
	if err != nil || len(list) != 5001 || list[0].Name != "./" || list[0].Facts != "5,002 files, the first 5,000 are listed" {
		t.Errorf("inside: %d, %+v, %v", len(list), list[0], err)
	}
}
