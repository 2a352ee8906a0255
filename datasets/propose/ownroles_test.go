package propose_test

import (
	"archive/zip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
)

// Of the files of a format there are ownRows samples of two inputs, and of those that have columns
// a third that counts the time. Labels change every twelve rows, a segment has twelve, a group two
// segments.
const ownRows = 48

var ownLabel = []string{"u", "v"}

func ownInputs(i int) (a, b float64) { return math.Sin(float64(i) / 7), math.Cos(float64(i) / 5) }

// rowsOf writes a line for each row.
func rowsOf(head string, line func(i int, a, b float64) string) string {
	var s strings.Builder
	s.WriteString(head)
	for i := range ownRows {
		a, b := ownInputs(i)
		s.WriteString(line(i, a, b) + "\n")
	}
	return s.String()
}

// column returns a number of each row.
func column(of func(i int) float64) []float64 {
	x := make([]float64, ownRows)
	for i := range x {
		x[i] = of(i)
	}
	return x
}

// npyOf is a vector of doubles.
func npyOf(of func(i int) float64) sample.NPY {
	return sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d,)", ownRows), Body: sample.Pack("<f8", column(of)...)}
}

// matOf is a column of doubles.
func matOf(name string, of func(i int) float64) []byte {
	return sample.MATArray(name, sample.MATDouble, ownRows, 1, sample.MATElement(9, sample.Pack("<f8", column(of)...)))
}

// series writes the four segments, each in one line of inputs with what stands behind it.
func series(head string, line func(s int, a, b string) string) string {
	text := head
	for s := range 4 {
		var x [2][]string
		for i := range 12 {
			a, b := ownInputs(12*s + i)
			x[0], x[1] = append(x[0], fmt.Sprintf("%.4f", a)), append(x[1], fmt.Sprintf("%.4f", b))
		}
		text += line(s, strings.Join(x[0], ","), strings.Join(x[1], ",")) + "\n"
	}
	return text
}

// ownFile is a set of files of a format, and the roles that the format, or a declaration, gives.
type ownFile struct {
	format string
	files  map[string]string
	o      datasets.Options // its path within the folder; "" for the folder
	want   string
}

// rolesOf writes the roles of a set: its labels with their samples, segments, groups and target.
func rolesOf(s *data.Set) string {
	var out []string
	for k, name := range s.Classes {
		n := 0
		for _, label := range s.Label {
			if label == k {
				n++
			}
		}
		out = append(out, fmt.Sprintf("%s %d", name, n))
	}
	return fmt.Sprintf("%s; %d segments, %d groups, target %q", strings.Join(out, ", "), len(s.Segments), len(s.Groups()), s.TargetName)
}

// ownFiles returns files of each format.
func ownFiles(t *testing.T) []ownFile {
	label := func(i int) string { return ownLabel[i/12%2] }
	declared := datasets.Options{Label: "l", Segment: "s", Group: "g", Target: "y"}
	all := "u 24, v 24; 4 segments, 2 groups, target \"y\""
	type row struct {
		A float64 `parquet:"a"`
		B float64 `parquet:"b"`
		L string  `parquet:"l"`
		S int64   `parquet:"s"`
		G int64   `parquet:"g"`
		Y float64 `parquet:"y"`
		C float64 `parquet:"c"`
	}
	var rows []row
	var flat []float64
	for i := range ownRows {
		a, b := ownInputs(i)
		rows = append(rows, row{a, b, label(i), int64(i / 12), int64(i / 24), float64(i*i) / 9, float64(3*i + 5)})
		flat = append(flat, a, b, float64(i/12%2), float64(i/12), float64(i/24), float64(3*i+5))
	}
	samples := sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 3)", ownRows)}
	inputs := [2][]float64{}
	pixels, labels, pictures := []byte{}, []byte{}, map[string]string{}
	status := sample.EDF{Records: 4, Duration: "1", Labels: []string{"A", "B", "Status"}, Samples: []int{12, 12, 12}, Limits: [4]string{"-1000", "1000", "-1000", "1000"}}
	for i := range ownRows {
		a, b := ownInputs(i)
		samples.Body = append(samples.Body, sample.Pack("<f8", a, b, float64(3*i+5))...)
		inputs[0], inputs[1] = append(inputs[0], a), append(inputs[1], b)
		x, y := byte(128+100*a), byte(128+100*b)
		pixels, labels = append(pixels, x, y), append(labels, byte(i/12%2))
		pictures[fmt.Sprintf("%s/%02d.png", label(i), i)] = sample.PNG(t, 2, x, y)
	}
	for s := range 4 {
		for _, of := range []func(i int) float64{
			func(i int) float64 { return math.Round(900 * inputs[0][i]) }, func(i int) float64 { return math.Round(900 * inputs[1][i]) }, func(i int) float64 { return float64(i / 12 % 2) },
		} {
			for i := range 12 {
				status.Body = append(status.Body, sample.Pack("<i2", of(12*s+i))...)
			}
		}
	}
	sounds := map[string]string{"manifest.csv": "file,word,speaker\n"}
	flacs := map[string]string{"manifest.csv": "file,label,group\n"}
	for s := range 4 {
		wav, flac := fmt.Sprint("s", s, ".wav"), fmt.Sprint("s", s, ".flac")
		sounds[wav] = sample.WAV{Values: inputs[0][12*s : 12*s+12]}.Build()
		flacs[flac] = sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(int32(100*s), 700, 32)})
		sounds["manifest.csv"] += fmt.Sprintf("%s,%s,%d\n", wav, ownLabel[s%2], s/2)
		flacs["manifest.csv"] += fmt.Sprintf("%s,%s,%d\n", flac, ownLabel[s%2], s/2)
	}
	one := func(name, text string) map[string]string { return map[string]string{name: text} }
	of := func(name string, o datasets.Options) datasets.Options { o.Paths = []string{name}; return o }
	dense := rowsOf("@relation r\n@attribute a numeric\n@attribute class {u,v}\n@attribute b numeric\n@attribute n numeric\n@attribute c {p,q}\n@data\n", func(i int, a, b float64) string {
		return fmt.Sprintf("%.4f,%s,%.4f,%d,%s", a, label(i), b, 3*i+5, []string{"p", "q"}[i%2])
	})
	return []ownFile{
		{"a table", one("x.csv", rowsOf("a,b,l,s,g,y,c\n", func(i int, a, b float64) string {
			return fmt.Sprintf("%.4f,%.4f,%s,%d,%d,%g,%d", a, b, label(i), i/12, i/24, float64(i*i)/9, 3*i+5)
		})), of("x.csv", declared), all},
		{"a Parquet file", one("x.parquet", sample.Parquet(t, rows)), of("x.parquet", declared), all},
		{"an NPY file", one("x.npy", sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 6)", ownRows), Body: sample.Pack("<f8", flat...)}.Build()),
			of("x.npy", datasets.Options{Label: "x3", Segment: "x4", Group: "x5"}), "0 24, 1 24; 4 segments, 2 groups, target \"\""},
		{"an NPZ file", one("x.npz", sample.NPZ(t, zip.Deflate, map[string]sample.NPY{
			"X": samples, "y": npyOf(func(i int) float64 { return float64(i / 12 % 2) }), "segment": npyOf(func(i int) float64 { return float64(i / 12) }),
			"group": npyOf(func(i int) float64 { return float64(i / 24) }), "target": npyOf(func(i int) float64 { return float64(i*i) / 9 }),
		})), of("x.npz", datasets.Options{}), "0 24, 1 24; 4 segments, 2 groups, target \"target\""},
		{"a MAT-file", one("x.mat", sample.MAT(true,
			sample.MATArray("X", sample.MATDouble, ownRows, 3, sample.MATElement(9, sample.Pack("<f8", slices.Concat(inputs[0], inputs[1], column(func(i int) float64 { return float64(3*i + 5) }))...))),
			matOf("label", func(i int) float64 { return float64(i / 12 % 2) }), matOf("segment", func(i int) float64 { return float64(i / 12) }),
			matOf("group", func(i int) float64 { return float64(i / 24) }),
		)), of("x.mat", datasets.Options{}), "0 24, 1 24; 4 segments, 2 groups, target \"\""},
		{"an IDX file", map[string]string{"train-images-idx3-ubyte": sample.IDX(8, pixels, ownRows, 1, 2), "train-labels-idx1-ubyte": sample.IDX(8, labels, ownRows)},
			of("train-images-idx3-ubyte", datasets.Options{}), "0 24, 1 24; 1 segments, 0 groups, target \"\""},
		{"a .ts file", one("x.ts", series("@univariate false\n@classLabel true u v\n@data\n", func(s int, a, b string) string { return a + ":" + b + ":" + ownLabel[s%2] })),
			of("x.ts", datasets.Options{}), "u 24, v 24; 4 segments, 0 groups, target \"\""},
		{"a .ts file", one("x.ts", series("@univariate false\n@targetLabel true\n@data\n", func(s int, a, b string) string { return fmt.Sprintf("%s:%s:%d", a, b, s*s) })),
			of("x.ts", datasets.Options{}), "; 4 segments, 0 groups, target \"target\""},
		{"an ARFF file", one("x.arff", dense), of("x.arff", datasets.Options{Drop: []string{"c"}}), "u 24, v 24; 1 segments, 0 groups, target \"\""},
		{"an ARFF file", one("x.arff", rowsOf("@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute n numeric\n@attribute kind {u,v}\n@data\n", func(i int, a, b float64) string {
			if label(i) == "u" { // the first of its values, which sparse rows leave out
				return fmt.Sprintf("{0 %.4f, 1 %.4f, 2 %d}", a, b, 3*i+5)
			}
			return fmt.Sprintf("{0 %.4f, 1 %.4f, 2 %d, 3 v}", a, b, 3*i+5)
		})), of("x.arff", datasets.Options{}), "u 24, v 24; 1 segments, 0 groups, target \"\""},
		{"an ARFF file", one("x.arff", series("@relation r\n@attribute bag relational\n@attribute t0 numeric\n@end bag\n@attribute kind {u,v}\n@data\n",
			func(s int, a, b string) string { return fmt.Sprintf("'%s\\n%s',%s", a, b, ownLabel[s%2]) })), of("x.arff", datasets.Options{}), "u 24, v 24; 4 segments, 0 groups, target \"\""},
		{"an EDF file", one("x.edf", status.Build()), of("x.edf", datasets.Options{Label: "Status"}), "0 24, 1 24; 1 segments, 0 groups, target \"\""},
		{"a WAV file", sounds, datasets.Options{Embed: "none", Label: "word"}, "u 24, v 24; 4 segments, 2 groups, target \"\""},
		{"a FLAC file", flacs, datasets.Options{Embed: "none"}, "u 64, v 64; 4 segments, 2 groups, target \"\""},
		{"an image", pictures, datasets.Options{}, "u 24, v 24; 2 segments, 0 groups, target \"\""},
	}
}

// The roles that a format gives, or a declaration, are those of the data, and still are when all
// that is proposed has been taken. Each format that is read is tried.
func TestRolesSurviveInEachFormat(t *testing.T) {
	all := ownFiles(t)
	for _, f := range datasets.Formats() {
		if !slices.ContainsFunc(all, func(own ownFile) bool { return own.format == f.Name }) {
			t.Errorf("%s is not tried", f.Name)
		}
	}
	for _, own := range all {
		dir := t.TempDir()
		for name, text := range own.files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		path := dir
		if own.o.Paths != nil {
			path = filepath.Join(dir, own.o.Paths[0])
		}
		if what, _ := datasets.Recognise(path); own.o.Paths != nil && what != own.format {
			t.Errorf("%s is taken for %s, not for %s", path, what, own.format)
		}
		own.o.Paths = []string{path}
		set, err := datasets.Open(t.Context(), own.o, nil)
		if err != nil {
			t.Errorf("%s: %v", own.format, err)
			continue
		}
		if got := rolesOf(set); got != own.want {
			t.Errorf("%s: %s, want %s", own.format, got, own.want)
		}
		own.o.Drop = nil // a proposal leaves it out
		k := takeAll(t, own.o)
		if rows := len(own.files) == 1 && len(set.Inputs) == 3; rows && len(k.flags) == 0 {
			t.Errorf("%s: nothing is proposed", own.format)
		}
		if k.set == nil {
			t.Errorf("%s: does not open with %v", own.format, k.flags)
		} else if got := rolesOf(k.set); got != own.want {
			t.Errorf("%s: with %v: %s, want %s", own.format, k.flags, got, own.want)
		}
	}
}
