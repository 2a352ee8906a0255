package recipe_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
)

// A recipe is read and applied to the options with which data is opened.
func Example() {
	text := "data: sensors.csv\nlabel: state\ndrop: [t, 'a,b']\nmissing: interpolate:3\n"
	r, err := recipe.Parse("lab/dataset.yaml", []byte(text), []string{"label", "drop", "missing"})
	if err != nil {
		fmt.Println(err)
		return
	}
	o := datasets.Options{Paths: r.Paths}
	for _, s := range r.Settings {
		if _, err := recipe.Apply(&o, s.Name, s.Values...); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(filepath.ToSlash(o.Paths[0]), o.Label, o.Drop, o.Missing)
	// Output:
	// lab/sensors.csv state [t a,b] interpolate:3
}

// full returns options in which every field with a flag is set.
func full(t *testing.T) datasets.Options {
	t.Helper()
	var o datasets.Options
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("json")
		switch f := v.Field(i); {
		case tag == "-" || strings.HasPrefix(tag, "paths"):
		case f.Kind() == reflect.String:
			f.SetString("3: a, 'b'")
		case f.Kind() == reflect.Slice:
			f.Set(reflect.ValueOf([]string{"x,y", "true", "7"}))
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.Kind() == reflect.Int:
			f.SetInt(5)
		default:
			t.Fatalf("a field of type %v", f.Type())
		}
	}
	return o
}

// A written recipe reads back equal, for every setting, including future ones.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.csv", "x,y"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := full(t)
	o.TestPaths = []string{filepath.Join(dir, "x,y")}
	r := recipe.Recipe{Paths: []string{filepath.Join(dir, "a.csv")}, Settings: recipe.Settings(o)}
	text, err := r.Text(dir)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), dir) {
		t.Errorf("a path is not seen from the folder:\n%s", text)
	}
	var known []string
	for _, s := range r.Settings {
		known = append(known, s.Name)
	}
	again, err := recipe.Parse(filepath.Join(dir, recipe.Name), text, known)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got := datasets.Options{}
	for _, s := range again.Settings {
		if ok, err := recipe.Apply(&got, s.Name, s.Values...); !ok || err != nil {
			t.Errorf("%s: %v, %v", s.Name, ok, err)
		}
	}
	if !reflect.DeepEqual(got, o) || !reflect.DeepEqual(again.Paths, r.Paths) {
		t.Errorf("read %+v of %v, want %+v of %v\n%s", got, again.Paths, o, r.Paths, text)
	}
	for _, s := range again.Settings {
		if _, err := recipe.Apply(&got, s.Name); err != nil {
			t.Error(err)
		}
	}
	if !reflect.DeepEqual(got, datasets.Options{}) {
		t.Errorf("without values there is left %+v", got)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"data: a\nlable: x\n": "d.yaml:2: lable: there is no such key; did you mean label?",
		"quux: x\n":           "d.yaml:1: quux: there is no such key; the keys are data, label, drop",
		"label: a\nlabel: b":  "written twice",
		"data: []\n":          "at least one",
		"data: ''\n":          "from the folder of this file",
		"label: {a: b}\n":     "write a number, a word or a list",
		"drop: [[a]]\n":       "a list holds words",
		"- a\n":               "write lines such as",
		"a: [":                "d.yaml: ",
	} {
		_, err := recipe.Parse("d.yaml", []byte(text), []string{"label", "drop"})
		var usage *message.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if known, err := recipe.Apply(&datasets.Options{}, "limit", "many"); !known || err == nil {
		t.Errorf("a limit that is not a number: %v, %v", known, err)
	}
	if known, _ := recipe.Apply(&datasets.Options{}, "folds", "3"); known {
		t.Error("a split is no option of data")
	}
	for path, old := range map[string]string{"x.txt": "", "x.yaml": "mine: 1\n"} {
		if recipe.MayWrite(path, []byte(old)) == nil {
			t.Errorf("%s may be written over %q", path, old)
		}
	}
}

// A marker of missing numbers is set by its flag, as a proposal names it.
func TestMissingValue(t *testing.T) {
	var o datasets.Options
	if known, err := recipe.Apply(&o, "missing-value", "-200", "-999"); !known || err != nil || len(o.MissingValues) != 2 {
		t.Errorf("known %v, %v: %q", known, err, o.MissingValues)
	}
	if s := recipe.Settings(o); len(s) != 1 || s[0].Name != "missing-value" {
		t.Errorf("%+v", s)
	}
}
