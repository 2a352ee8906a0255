package flags

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"github.com/spf13/pflag"
)

// fill sets every field of a struct to a value that a flag must restore.
func fill(v reflect.Value, n *int) {
	for i := range v.NumField() {
		if !v.Field(i).CanSet() || v.Type().Field(i).Tag.Get("json") == "-" { // not in any header
			continue
		}
		*n++
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			fill(f, n)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"it's, one", "two"}))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Float64:
			f.SetFloat(1 / float64(*n))
		case reflect.Uint64:
			f.SetUint(uint64(*n))
		case reflect.Int:
			f.SetInt(int64(*n))
		case reflect.String:
			f.SetString("text " + strings.Repeat("x", *n))
		}
	}
}

// The command line that reproduces a session has a flag for every field of its
// header, with the name and the meaning that run uses.
func TestTheCommandLineReadsBack(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here")
	}
	var want struct {
		data datasets.Options
		spec sweep.Spec
	}
	n := 2
	fill(reflect.ValueOf(&want.data).Elem(), &n)
	fill(reflect.ValueOf(&want.spec).Elem(), &n)
	// Values that parsing would refuse are replaced by valid ones.
	want.spec.Split.Inner = 0 // a sweep writes it as a text
	want.spec.Split.By, want.spec.Inner, want.spec.Objective, want.spec.Search.By = "block", "3", "rmse", "ei"
	want.spec.Split.TrainFraction, want.spec.Split.Validation = 0.125, 0.0625
	for _, a := range part.Settings() {
		switch {
		case a.Switch():
			want.spec.Set(a.Name, "on")
		case a.Whole():
			want.spec.Set(a.Name, "7")
		case a.Numeric():
			want.spec.Set(a.Name, "0.375")
		default:
			want.spec.Set(a.Name, a.Examples[0])
		}
	}
	for _, a := range part.Axes() {
		n++
		want.spec.Set(a.Name, "text "+strings.Repeat("x", n))
	}
	p := part.Point{Frame: part.Frame{Seed: 1}}.With(method.Name.Is("sfa"), space.Name.Is("linear"), method.P.Is(2), readout.Name.Is("none"))
	s, err := sessions.Create(filepath.Join(t.TempDir(), "a.sfa"),
		sessions.Header{Spec: want.spec, Data: sessions.Data{Options: want.data}}, []sweep.Entry{{Key: sweep.Key(p, ""), Point: p}})
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := sessions.Commands(s)
	out, err := exec.Command(shell, "-c", `sfatui() { printf '%s\n' "$@"; }; `+lines[0]).Output()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	got := want
	got.data, got.spec = datasets.Options{}, sweep.Spec{}
	f := pflag.NewFlagSet("run", pflag.ContinueOnError)
	Data(f, &got.data, &got.spec)
	Sweep(f, &got.spec)
	if err := f.Parse(words[1:]); err != nil || words[0] != "run" {
		t.Fatalf("%v in %q", err, words)
	}
	got.data.Paths = f.Args()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nreads back as %+v, not %+v", lines[0], got, want)
	}
}
