package hierarchy

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Fields overlap, lie row by row and end where the grid ends.
func TestFieldsByHand(t *testing.T) {
	for text, want := range map[string]string{
		// 5×4 positions, numbered row by row: fields 3 wide and 2 high, 2 and 1 apart.
		"5x4:3x2+2x1:sfa1": "[[0 1 2 5 6 7] [2 3 4 7 8 9] [5 6 7 10 11 12] [7 8 9 12 13 14] [10 11 12 15 16 17] [12 13 14 17 18 19]]",
		"4x2:2x2:sfa1":     "[[0 1 4 5] [2 3 6 7]]",
		"2x4:2x2:sfa1":     "[[0 1 2 3] [4 5 6 7]]",
		"7:3+2:sfa1":       "[[0 1 2] [2 3 4] [4 5 6]]",
		"2x2:all:sfa1":     "[[0 1 2 3]]",
		"3x1x2:2+1:sfa1":   "[[0 1] [1 2]]",
	} {
		l := mustParse(t, text).layers[0]
		var got [][]int
		for k := range l.nodes.count() {
			got = append(got, l.positions(k))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s has the fields %v, want %s", text, got, want)
		}
	}
}

// The network of Table 1: sizes, fan-in and output dimensions, and the part of the
// image that a node of each layer depends on.
func TestTable1(t *testing.T) {
	s := mustParse(t, "128x128:4x4:pca13:0.8exp:sfa13/2x1:0.8exp:sfa20/1x2:0.8exp:sfa35/2x1:0.8exp:sfa60/1x2:0.8exp:sfa60"+
		"/2x1:0.8exp:sfa60/1x2:0.8exp:sfa60/2x1:0.8exp:sfa60/1x2:0.8exp:sfa60/2x1:0.8exp:sfa60/1x2:0.8exp:sfa60")
	want := []struct {
		nodes, receptive size
		in, out          int
	}{
		{size{32, 32}, size{4, 4}, 16, 13}, {size{16, 32}, size{8, 4}, 26, 20}, {size{16, 16}, size{8, 8}, 40, 35},
		{size{8, 16}, size{16, 8}, 70, 60}, {size{8, 8}, size{16, 16}, 120, 60}, {size{4, 8}, size{32, 16}, 120, 60},
		{size{4, 4}, size{32, 32}, 120, 60}, {size{2, 4}, size{64, 32}, 120, 60}, {size{2, 2}, size{64, 64}, 120, 60},
		{size{1, 2}, size{128, 64}, 120, 60}, {size{1, 1}, size{128, 128}, 120, 60},
	}
	for i, w := range want {
		l := s.layers[i]
		if l.nodes != w.nodes || l.receptive != w.receptive || l.in != w.in || l.out != w.out {
			t.Errorf("layer %d: %v", i+1, l)
		}
	}
	if s.Outputs() != 60 || len(s.layers) != len(want) {
		t.Errorf("%d outputs of %d layers", s.Outputs(), len(s.layers))
	}
}

// Overlapping fields widen by the stride below.
func TestReceptiveFields(t *testing.T) {
	s := mustParse(t, "20x9:4x3+2x3:sfa2/3x1+1x1:sfa2/all:sfa1")
	for i, want := range []string{
		"9×3 nodes of 4×3 at a stride of 2×3 (4×3 of the inputs): 12 inputs → 2 features",
		"7×3 nodes of 3×1 at a stride of 1×1 (8×3 of the inputs): 6 inputs → 2 features",
		"one node of 7×3 (20×9 of the inputs): 42 inputs → 1 feature",
	} {
		if got := s.layers[i].String(); got != want {
			t.Errorf("layer %d: %s", i+1, got)
		}
	}
}

// Memory and work of a small network, counted by hand on 100 samples.
func TestEstimates(t *testing.T) {
	s := mustParse(t, "8:4:pca3:0.8exp:sfa3/all:sfa2")
	// Two nodes of 4 → 3 → 6 → 3; then one of 6 → 2. All numbers take 8 bytes.
	first := 100*(2*6+256) + 100*4 + 8*6*6
	if got, want := s.Bytes(100), int64(8*(100*6+first)); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if least, most := s.Bytes(1<<20), mustParse(t, "8:4:pca3:poly3:sfa3/all:sfa2").Bytes(1<<20); least >= most || least < 8<<20*256 {
		t.Errorf("%d bytes with 6 functions, %d with 19", least, most)
	}
	nodes := 2 * (2*150*6*3 + 2*100*6*6 + 30*6*6*6 + 2*150*4*3 + 100*4*4 + 30*4*4*4 + 200*150*3)
	top := 2*150*6*2 + 2*100*6*6 + 30*6*6*6
	if got := s.Cost(100, 50); got != float64(nodes+top) {
		t.Errorf("%g operations, want %d", got, nodes+top)
	}
}

// Components of single positions, all kept, keep distances, and so do those of
// fields of them: a node above is as far from sample to sample as the inputs in
// its field, so every column arrives where it belongs.
func TestColumnsArrive(t *testing.T) {
	const n = 40
	s := mustParse(t, "4x3x2:1x1:pca2/2x3+1x3:pca12")
	x := noise(3, n, 24)
	net := train(t, s, x, time(n))
	got, err := net.Apply(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		field := mat.NewDense(n, 12, nil)
		for y := range 3 {
			for c := range 4 { // two positions of two inputs
				field.SetCol(4*y+c, mat.Col(nil, 8*y+2*k+c, x))
			}
		}
		alone := got.Slice(0, n, 12*k, 12*k+12).(*mat.Dense)
		if d := distances(alone, field); d > 1e-12 {
			t.Errorf("node %d changes distances by %g", k, d)
		}
	}
}

// distances returns the largest difference between the squared distances of rows of a
// and of b.
func distances(a, b *mat.Dense) float64 {
	squared := func(x *mat.Dense, s, t int) float64 {
		var d mat.VecDense
		d.SubVec(x.RowView(s), x.RowView(t))
		return mat.Dot(&d, &d)
	}
	n, _ := a.Dims()
	most := 0.0
	for s := range n {
		for t := range s {
			most = max(most, squared(a, s, t)-squared(b, s, t), squared(b, s, t)-squared(a, s, t))
		}
	}
	return most
}
