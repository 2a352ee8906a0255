package space_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func TestL18(t *testing.T) {
	var a align.Aligner
	series := make([]align.Series, 6)
	for k := range series {
		for i := range 9 {
			series[k].X = append(series[k].X, math.Sin((0.5+0.15*float64(k))*float64(i)+0.4*float64(k*k)))
		}
		series[k].Channels = 1
	}
	d := mat.NewDense(6, 5, nil) // of the first five, and of the last to them
	for i := range 6 {
		for j := range 5 {
			d.Set(i, j, a.DTW(series[i], series[j], align.Window{}))
		}
	}
	closeTo := func(what string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %.12g, want %.12g", what, got, want)
		}
	}
	closeTo("D_01", d.At(0, 1), 0.285930255, 1e-9)
	closeTo("D_23", d.At(2, 3), 10.2153450255, 1e-9)
	means := make([]float64, 5)
	for j := range 5 {
		means[j] = stat.Mean(mat.Col(nil, j, d.Slice(0, 5, 0, 5)), nil)
	}
	mean := stat.Mean(means, nil)
	g := mat.NewSymDense(5, nil)
	for i := range 5 {
		for j := range i + 1 {
			g.SetSym(i, j, -(d.At(i, j)-means[i]-means[j]+mean)/2)
		}
	}
	var e mat.EigenSym
	e.Factorize(g, true)
	values, u := e.Values(nil), new(mat.Dense)
	e.VectorsTo(u)
	for i, want := range []float64{-0.08401973411, 0, 0.50569325690, 2.0174634822, 7.1040515764} {
		closeTo("an eigenvalue", values[i], want, 1e-9)
	}
	row := mat.Row(nil, 5, d)
	similar := make([]float64, 5)
	for j, v := range row {
		similar[j] = -(v - means[j] - stat.Mean(row, nil) + mean) / 2
	}
	for j, want := range []float64{-0.6573840886, -0.9229605195, -0.2279589408, 0.6015618030, 1.2067417459} {
		closeTo("the new sample", similar[j], want, 1e-9)
	}
	for name, want := range map[string]struct {
		g01, trace float64
		new        []float64
	}{
		"clip":   {0.8143619593, 9.6272083155, []float64{-0.3749829349, -1.1396146229, -0.1481444052, 0.5429382364, 1.1198037266}},
		"flip":   {0.7786768350, 9.7112280496, []float64{-0.0925817812, -1.3562687262, -0.0683298696, 0.4843146697, 1.0328657073}},
		"shift":  {0.8500470836, 9.9632872519, nil},
		"square": {4.1014715063, 54.8004926874, nil},
	} {
		how, g01, trace := space.Corrections.Named(name).Build, 0.0, 0.0
		placed, ofG := make([]float64, 5), make([]float64, 5)
		for k, v := range values {
			f := how.Value(v, values[0])
			g01 += f * u.At(0, k) * u.At(1, k)
			trace += f
			if column := mat.Col(nil, k, u); math.Abs(v) > 1e-12*values[4] && f > 0 {
				floats.AddScaled(placed, how.Weight(v, values[0])*floats.Dot(similar, column)*math.Sqrt(f), column)
				floats.AddScaled(ofG, v*floats.Dot(similar, column), column)
			}
		}
		closeTo(name+" G_01", g01, want.g01, 1e-9)
		closeTo(name+" trace", trace, want.trace, 1e-9)
		if name == "square" {
			want.new = ofG // g·G
		}
		for j, v := range want.new {
			closeTo(name+" of the new sample", placed[j], v, 1e-9)
		}
	}
}
