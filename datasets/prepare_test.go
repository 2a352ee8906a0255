package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/split"
)

// columnText returns a table of one column.
func columnText(name string, n int, f func(int) float64) string {
	var b strings.Builder
	b.WriteString(name + "\n")
	for i := range n {
		fmt.Fprintf(&b, "%.17g\n", f(i))
	}
	return b.String()
}

func TestColumns(t *testing.T) {
	path := write(t, "x.csv", "time,a,note,b,c,state\n0,1,x,2,3,u\n1,2,y,3,4,u\n2,4,z,5,7,v\n")
	s := mustOpen(t, Options{Paths: []string{path}, Columns: []string{"c", "a"}, Label: "state"})
	if !slices.Equal(s.Inputs, []string{"a", "c"}) || s.X.At(2, 1) != 7 {
		t.Errorf("inputs %v", s.Inputs)
	}
	if s := mustOpen(t, Options{Paths: []string{path}, Columns: []string{"time", "a"}}); !slices.Equal(s.Inputs, []string{"time", "a"}) {
		t.Errorf("inputs %v", s.Inputs)
	}
	failure(t, Options{Paths: []string{path}, Columns: []string{"d"}}, true, "--columns d", "no such column")
	failure(t, Options{Paths: []string{path}, Columns: []string{"a"}, Label: "a"}, true, "--columns a", "--label")
	failure(t, Options{Paths: []string{path}, Columns: []string{"note"}}, false, "text")
}

func TestInterpolate(t *testing.T) {
	text := "a,b\n1,10\n,20\n3,30\n4,NA\n5,NA\n6,NA\n7,70\n8,80\n"
	want := []float64{1, 10, 2, 20, 3, 30, 7, 70, 8, 80}
	path := write(t, "x.csv", text)
	s := mustOpen(t, Options{Paths: []string{path}, Missing: "interpolate:2"})
	if !slices.Equal(s.X.RawMatrix().Data, want) || len(s.Segments) != 2 || s.Segments[1].Name != "x.csv#2" {
		t.Errorf("%v %v", s.X.RawMatrix().Data, s.Segments)
	}
	if s.Found.Missing != 4 || s.Found.Filled != 1 {
		t.Errorf("%+v", s.Found)
	}
	s = mustOpen(t, Options{Paths: []string{path}, Missing: "interpolate:3"})
	if len(s.Segments) != 1 || s.X.At(3, 1) != 40 || s.X.At(5, 1) != 60 {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
	failure(t, Options{Paths: []string{path}}, false, "x.csv:3", "--missing split", "--missing interpolate:3")
	// a gap at an end cannot be interpolated
	path = write(t, "x.csv", "a,b\n,1\n2,2\n3,3\n4,inf\n")
	s = mustOpen(t, Options{Paths: []string{path}, Missing: "interpolate:9"})
	if n, _ := s.X.Dims(); n != 2 || s.X.At(0, 0) != 2 {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
	for _, bad := range []string{"interpolate", "interpolate:0", "interpolate:x", "fill"} {
		failure(t, Options{Paths: []string{path}, Missing: bad}, true, "--missing")
	}
	// the same of an array and of a series
	npy := write(t, "x.npy", sample.NPY{Descr: "<f8", Shape: "(4,)", Body: sample.Pack("<f8", 1, math.NaN(), 3, 5)}.Build())
	if s := mustOpen(t, Options{Paths: []string{npy}, Missing: "interpolate:1"}); !slices.Equal(s.X.RawMatrix().Data, []float64{1, 2, 3, 5}) {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
	ts := write(t, "x.ts", "@classLabel true a\n@data\n1,?,3,5:a\n1,2,3,4:a\n")
	if s := mustOpen(t, Options{Paths: []string{ts}, Missing: "interpolate:1"}); len(s.Segments) != 2 || s.X.At(1, 0) != 2 {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
}

func TestCutBy(t *testing.T) {
	path := write(t, "x.csv", "a,state,who\n1,u,p\n2,u,p\n3,v,p\n4,v,p\n5,u,p\n6,u,q\n7,u,q\n")
	s := mustOpen(t, Options{Paths: []string{path}, Label: "state", CutBy: "state", Group: "who"})
	want := []data.Segment{{Name: "x.csv:p", Group: "p", Start: 0, End: 2, Held: false, Aside: false}, {Name: "x.csv:p#2", Group: "p", Start: 2, End: 4, Held: false, Aside: false},
		{Name: "x.csv:p#3", Group: "p", Start: 4, End: 5, Held: false, Aside: false}, {Name: "x.csv:q", Group: "q", Start: 5, End: 7, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) {
		t.Errorf("%v", s.Segments)
	}
	s = mustOpen(t, Options{Paths: []string{path}, Label: "state", CutBy: "state", Drop: []string{"who"}, Where: "state=v"})
	if len(s.Segments) != 1 || s.Segments[0].Len() != 2 {
		t.Errorf("%v", s.Segments)
	}
}

func TestSplitColumn(t *testing.T) {
	path := write(t, "x.csv", "a,part\n1,train\n2,train\n3,test\n4,test\n5,val\n6,val\n7,Training\n8,train\n")
	s := mustOpen(t, Options{Paths: []string{path}, SplitColumn: "part"})
	if got := s.X.RawMatrix().Data; !slices.Equal(got, []float64{1, 2, 5, 6, 7, 8, 3, 4}) {
		t.Errorf("%v", got)
	}
	folds, err := split.Folds(s, split.Options{Validation: 0.25, Seed: 1})
	if err != nil || len(folds) != 1 {
		t.Fatal(folds, err)
	}
	f := folds[0]
	if f.Train.Samples() != 6 || f.Inner[0].Fit.Samples() != 4 || f.Inner[0].Validation.Samples() != 2 || f.Inner[0].Validation[0].Start != 2 || f.Test.Samples() != 2 || f.Test[0].Start != 6 {
		t.Errorf("%+v", f)
	}
	if folds, _ = split.Folds(s, split.Options{Seed: 1}); folds[0].Train.Samples() != 6 || folds[0].Inner != nil {
		t.Errorf("%+v", folds)
	}
	aside := s.Hash()
	s.Segments[1].Aside = false
	if s.Hash() == aside {
		t.Error("the hash does not depend on the samples that are set aside")
	}
	other := write(t, "y.csv", "a,part\n1,0\n2,0\n3,2\n")
	failure(t, Options{Paths: []string{other}, SplitColumn: "part"}, false, "y.csv:4", "train, test or validation")
	none := write(t, "z.csv", "a,part\n1,0\n2,0\n")
	failure(t, Options{Paths: []string{none}, SplitColumn: "part"}, false, "no row is test data")
	failure(t, Options{Paths: []string{path}, SplitColumn: "part", TestPaths: []string{other}}, true, "--test-data")
}

func TestLog(t *testing.T) {
	path := write(t, "x.csv", "a,b\n1,-3\n2,0\n4,3\n")
	s := mustOpen(t, Options{Paths: []string{path}, Log: "signed"})
	if got := s.X.At(0, 1); got != -math.Log1p(3) || s.X.At(1, 1) != 0 || s.X.At(2, 0) != math.Log1p(4) {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
	failure(t, Options{Paths: []string{path}, Log: "log1p"}, false, "row 1", "input b", "-3", "--log signed", "--drop b")
	failure(t, Options{Paths: []string{path}, Log: "log"}, false, "input b")
	failure(t, Options{Paths: []string{path}, Log: "ln"}, true, "--log ln")
	if s := mustOpen(t, Options{Paths: []string{path}, Log: "log", Drop: []string{"b"}}); s.X.At(2, 0) != math.Log(4) {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
}

// A tone below the new limit is unchanged, one above it is removed, and a
// constant stays one up to the ends.
func TestResample(t *testing.T) {
	const n = 2000
	low := func(i float64) float64 { return math.Sin(2 * math.Pi * 0.02 * i) }
	for text, factor := range map[string]float64{"1/4": 0.25, "x0.25": 0.25, "3/2": 1.5, "x2": 2} {
		path := write(t, "x.csv", columnText("a", n, func(i int) float64 { return 7 + low(float64(i)) }))
		s := mustOpen(t, Options{Paths: []string{path}, Resample: text})
		rows, _ := s.X.Dims()
		if want := int((n-1)*factor) + 1; rows != want {
			t.Errorf("%s: %d rows, want %d", text, rows, want)
		}
		worst := 0.0
		for i := rows / 10; i < rows*9/10; i++ {
			worst = max(worst, math.Abs(s.X.At(i, 0)-7-low(float64(i)/factor)))
		}
		if worst > 2e-3 {
			t.Errorf("%s: off by %g", text, worst)
		}
	}
	path := write(t, "x.csv", columnText("a", n, func(i int) float64 { return 7 + math.Sin(2*math.Pi*0.3*float64(i)) }))
	s := mustOpen(t, Options{Paths: []string{path}, Resample: "1/4"})
	for i := 50; i < 450; i++ {
		if math.Abs(s.X.At(i, 0)-7) > 2e-3 {
			t.Fatalf("row %d is %g: a tone was folded back", i, s.X.At(i, 0))
		}
	}
	path = write(t, "x.csv", "t_s,a,l\n"+func() string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, "%d,5,%c\n", i, "uv"[i/50])
		}
		return b.String()
	}())
	s = mustOpen(t, Options{Paths: []string{path}, Resample: "0.5Hz", Label: "l"})
	if n, _ := s.X.Dims(); n != 50 || s.Rate != 0.5 || s.Label[24] != 0 || s.Label[25] != 1 {
		t.Errorf("%d rows at %g Hz, labels %v", n, s.Rate, s.Label)
	}
	for _, v := range s.X.RawMatrix().Data {
		if math.Abs(v-5) > 1e-12 {
			t.Fatalf("a constant became %g", v)
		}
	}
	failure(t, Options{Paths: []string{write(t, "y.csv", "a\n1\n2\n")}, Resample: "10Hz"}, true, "rate of the data is not known")
	for _, bad := range []string{"4", "-1/2", "0Hz", "1/0", "x", "1/x"} {
		failure(t, Options{Paths: []string{path}, Resample: bad}, true, "--resample")
	}
}

func TestSTFT(t *testing.T) {
	const length, tone = 64, 8
	path := write(t, "x.csv", columnText("a", 640, func(i int) float64 { return 3 * math.Cos(2*math.Pi*tone/length*float64(i)) }))
	s := mustOpen(t, Options{Paths: []string{path}, STFT: "length=64,values=magnitude"})
	n, d := s.X.Dims()
	if n != 19 || d != 33 || s.Inputs[tone] != "a@8" {
		t.Fatalf("%d×%d, %v", n, d, s.Inputs)
	}
	for i := range n {
		if got := s.X.At(i, tone); math.Abs(got-1.5) > 2e-3 {
			t.Errorf("frame %d has magnitude %g at the tone", i, got)
		}
	}
	complexes := mustOpen(t, Options{Paths: []string{path}, STFT: "length=64,hop=16"})
	n, d = complexes.X.Dims()
	if n != 37 || d != 64 || !slices.Equal(complexes.Inputs[:3], []string{"a@0.re", "a@1.re", "a@1.im"}) {
		t.Errorf("%d×%d, %v", n, d, complexes.Inputs)
	}
	if got := math.Hypot(complexes.X.At(4, 2*tone-1), complexes.X.At(4, 2*tone)); math.Abs(got-1.5) > 2e-3 {
		t.Errorf("magnitude %g", got)
	}
	failure(t, Options{Paths: []string{path}, STFT: "length=1024"}, false, "no segment is as long")
	for _, bad := range []string{"length=7", "hop=0", "values=phase", "length=8,length=8", "x"} {
		failure(t, Options{Paths: []string{path}, STFT: bad}, true, "--stft")
	}
}

func TestNormaliseStandard(t *testing.T) {
	path := write(t, "x.csv", "a,b,t\n1,5,p\n3,5,p\n10,1,q\n20,2,q\n30,3,q\n")
	s := mustOpen(t, Options{Paths: []string{path}, Segment: "t", Normalise: "standard"})
	want := []float64{-1, 0, 1, 0, -math.Sqrt(1.5), -math.Sqrt(1.5), 0, 0, math.Sqrt(1.5), math.Sqrt(1.5)}
	for i, v := range s.X.RawMatrix().Data {
		if math.Abs(v-want[i]) > 1e-12 {
			t.Errorf("%v, want %v", s.X.RawMatrix().Data, want)
			break
		}
	}
}

func TestImageSize(t *testing.T) {
	failure(t, Options{Paths: []string{write(t, "x.csv", "a\n1\n2\n")}, ImageSize: "2x2"}, true, "--image-size is for images")
	failure(t, Options{Paths: []string{"vowels"}, ImageSize: "2"}, true, "--image-size 2")
}
