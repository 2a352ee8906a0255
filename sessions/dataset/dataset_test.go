package dataset

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions/npz"
	"gonum.org/v1/gonum/mat"
)

func opened(t *testing.T, o datasets.Options) *data.Set {
	t.Helper()
	set, err := datasets.Open(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The mixtures are (s₂ + 3s₁ + 6)·cos(1.5πs₁) and the same with cos(1.5πs₂) of the sources s
// (Ma et al. 2011, section 4.3), which are the latent variables.
func TestTableOfMixturesHoldsTheirSources(t *testing.T) {
	var b bytes.Buffer
	if err := WriteCSV(&b, opened(t, datasets.Options{Paths: []string{"mixture"}, Limit: 300})); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if head := strings.Join(rows[0], " "); head != "segment x1 x2 latent1 latent2" || len(rows) != 301 {
		t.Fatalf("%d rows of %s", len(rows)-1, head)
	}
	for _, row := range rows[1:] {
		var v []float64
		for _, text := range row[1:] {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, x)
		}
		scale := v[3] + 3*v[2] + 6
		if x1, x2 := scale*math.Cos(1.5*math.Pi*v[2]), scale*math.Cos(1.5*math.Pi*v[3]); math.Abs(v[0]-x1)+math.Abs(v[1]-x2) > 1e-7 {
			t.Fatalf("mixtures %v and %v of sources %v, want %v and %v", v[0], v[1], v[2:], x1, x2)
		}
	}
}

// A written set reads back as the same data.
func TestWrittenSetsOpenAgain(t *testing.T) {
	for _, name := range []string{"vowels", "regression", "retina"} {
		set := opened(t, datasets.Options{Paths: []string{name}, Limit: 700})
		for _, f := range Formats {
			var b bytes.Buffer
			if err := f.Write(&b, set); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), name+"."+f.Extension)
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			o := datasets.Options{Paths: []string{path}, Segment: "segment", Columns: set.Inputs}
			if f.Binary {
				o.Columns = nil
			}
			if set.Label != nil {
				o.Label = "label"
			}
			if set.Target != nil {
				o.Target = "target"
			}
			again := opened(t, o)
			var classes, want []string
			for row := range set.Label {
				classes, want = append(classes, labelOf(again, row)), append(want, labelOf(set, row))
			}
			if !mat.Equal(again.X, set.X) || !slices.Equal(again.Target, set.Target) || !slices.Equal(classes, want) || len(again.Segments) != len(set.Segments) {
				t.Errorf("%s as %s: %d segments instead of %d, or other samples, labels or targets", name, f.Extension, len(again.Segments), len(set.Segments))
			}
		}
	}
}

func TestArraysHoldLatentVariables(t *testing.T) {
	set := opened(t, datasets.Options{Paths: []string{"latent"}, Limit: 50})
	var b bytes.Buffer
	if err := WriteNPZ(&b, set); err != nil {
		t.Fatal(err)
	}
	a, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	latent, err := a.Matrix("latent")
	if err != nil || !mat.Equal(latent, set.Latent) {
		t.Errorf("the latent variables differ: %v", err)
	}
}

// Columns have names that no input has, and whole series are refused.
func TestNamesOfColumnsAndSeries(t *testing.T) {
	set := &data.Set{Inputs: []string{"segment", "label", "a"}, X: mat.NewDense(1, 3, []float64{1, 2, 3}), Segments: []data.Segment{{Name: "s", End: 1}}, Label: []int{-1}, Classes: []string{"x"}}
	var b bytes.Buffer
	if err := WriteCSV(&b, set); err != nil || b.String() != "segment_,label_,segment,label,a\ns,,1,2,3\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	set = &data.Set{Inputs: []string{"a"}, X: mat.NewDense(2, 1, []float64{3, 4}), Segments: []data.Segment{{Name: "s", End: 1}, {Name: "s", Start: 1, End: 2}}}
	b.Reset()
	if err := WriteCSV(&b, set); err != nil || b.String() != "segment,a\n1 s,3\n2 s,4\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	set.Series = true
	for _, f := range Formats {
		if err := f.Write(io.Discard, set); err == nil || !strings.Contains(err.Error(), "--unit segment") {
			t.Errorf("%s of series: error %v", f.Extension, err)
		}
	}
}
