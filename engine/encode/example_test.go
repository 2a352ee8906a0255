package encode_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Slow features of sparse codes: the dictionary is learnt on each training part alone.
func Example() {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 400}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("front", "ksvd:4:1", "code", "split", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println(r.Point, r.FrontInfo.Atoms, "atoms", r.FrontInfo.NonZeros, "in each code")
	}
	// Output:
	// lambda=0 p=1 method=sfa front=ksvd:4:1 space=linear graph=time readout=none code=split 4 atoms 1 in each code
}

// largest is an encoder of our own: its atoms are unit vectors, along the inputs that vary most.
type largest struct{ atoms *mat.Dense } // K×d

func (l largest) Components() int                { k, _ := l.atoms.Dims(); return k }
func (l largest) Project(dst, x *mat.Dense)      { dst.Mul(x, l.atoms.T()) }
func (l largest) Parts() ([]float64, *mat.Dense) { return nil, l.atoms }
func (l largest) Info() result.Front             { return result.Front{Atoms: l.Components()} }
func (l largest) Error(_ context.Context, x *mat.Dense) (float64, error) {
	var code mat.Dense
	code.Mul(x, l.atoms.T())
	all, coded := mat.Norm(x, 2), mat.Norm(&code, 2)
	return all*all - coded*coded, nil
}

// An encoder of our own is a value of --front as soon as it is registered.
func Example_encoder() {
	atomsOf := func(at part.Point, d int) int {
		k := 1
		fmt.Sscanf(space.Reduction.Of(at), "largest:%d", &k)
		return min(k, d)
	}
	space.Fronts.Register(part.Part[space.FrontKind]{Name: "largest", Prefix: "largest:", Doc: "the inputs that vary most: largest:2", Build: space.FrontKind{
		Components: atomsOf,
		Learn: func(_ context.Context, at part.Point, x *mat.Dense) (space.Front, error) {
			_, d := x.Dims()
			inputs, variance := make([]int, d), make([]float64, d)
			for j := range d {
				inputs[j], variance[j] = j, stat.Variance(mat.Col(nil, j, x), nil)
			}
			slices.SortStableFunc(inputs, func(a, b int) int { return cmp.Compare(variance[b], variance[a]) })
			atoms := mat.NewDense(atomsOf(at, d), d, nil)
			for k := range atomsOf(at, d) {
				atoms.Set(k, inputs[k], 1)
			}
			return largest{atoms}, nil
		},
		Restore: func(_ part.Point, _ []float64, atoms *mat.Dense) (space.Front, error) { return largest{atoms}, nil },
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("front", "largest:1", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s, %d atom leaves %.2f of the energy\n", r.Point, r.FrontInfo.Atoms, float64(r.FrontInfo.Relative.Train))
	}
	// Output:
	// lambda=0 p=1 method=sfa front=largest:1 space=linear graph=time readout=none, 1 atom leaves 0.30 of the energy
}
