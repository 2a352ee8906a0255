package moments

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Values come back in order, kept or evaluated again, and features are what
// they are in one product.
func TestAllAndProject(t *testing.T) {
	const n, m, dim, p = 1111, 9, 7, 3
	x, lengths := walk(n, m, 20), []int{300, 5, 806}
	a, c := walk(dim, p, 21), []float64{1, -2, 3}
	var want mat.Dense
	want.Mul(x.Slice(0, n, 0, dim), a)
	want.Apply(func(_, j int, v float64) float64 { return v - c[j] }, &want)
	var first *mat.Dense
	for _, keep := range []Keeping{notKept, Packed, InRows} {
		v := identity(x, lengths, keep)
		for range 2 {
			all, err := v.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(all, x) {
				t.Errorf("keep %d: values differ", keep)
			}
			phi, err := v.Project(t.Context(), a, c)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.EqualApprox(phi, &want, 1e-12) {
				t.Errorf("keep %d: features differ", keep)
			}
			if first == nil {
				first = phi
			}
			if !mat.Equal(phi, first) {
				t.Errorf("keep %d: features are not the same bits", keep)
			}
		}
	}
}

func TestValuesOfOtherShapes(t *testing.T) {
	x := walk(10, 3, 22)
	for name, f := range map[string]func(){
		"segments too short": func() { newValues(space.Linear{D: 3}, x, []int{4, 5}, notKept) },
		"no segments":        func() { newValues(space.Linear{D: 3}, x, nil, notKept) },
		"other inputs":       func() { newValues(space.Linear{D: 4}, x, []int{10}, notKept) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "moments: ") {
					t.Errorf("panic value %q", s)
				}
			}()
			f()
		})
	}
}

// Features of a kernel space are the same to rounding, whether the values are kept
// or not, also where supports nearly depend on each other: then they do not come
// from the kernel's values.
func TestProjectFromKernelValues(t *testing.T) {
	n, m, d, p := 700, linalgtest.Size(300), 4, 5
	x, lengths := walk(n, d, 23), []int{n}
	for _, sigma := range []float64{2, 100} {
		s, err := space.NewStable(t.Context(), kernel.Gaussian{Sigma: sigma}, mat.DenseCopyOf(x.Slice(0, m, 0, d)), true)
		if err != nil {
			t.Fatal(err)
		}
		h, err := newValues(s, x, lengths, notKept).All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, dim := range []int{s.Dim() / 2, s.Dim()} {
			// Features of unit variance of the functions that vary least, which
			// are multiplied most.
			a, c := mat.NewDense(dim, p, nil), make([]float64, p)
			for j := range p {
				i := dim - 1 - j
				column := mat.Col(nil, i, h)
				a.Set(i, j, 1/stat.PopStdDev(column, nil))
				c[j] = stat.Mean(column, nil) * a.At(i, j)
			}
			if direct := s.Direct(s.Coefficients(a)) != nil; direct != (sigma == 2) {
				t.Errorf("σ = %g, %d functions: from kernel values: %v", sigma, dim, direct)
			}
			var want *mat.Dense
			for _, keep := range []Keeping{notKept, Packed, InRows} {
				phi, err := newValues(s, x, lengths, keep).Project(t.Context(), a, c)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = phi
				}
				var off mat.Dense
				off.Sub(phi, want)
				if e := max(mat.Max(&off), -mat.Min(&off)); e > 1e-10 {
					t.Errorf("σ = %g, %d functions of %d, kept as %d: features are off by %g", sigma, dim, s.Dim(), keep, e)
				}
			}
		}
	}
}

// Values that come from distances are those that come from the samples, bit for bit,
// kept or not, with a part of the solve put off or not.
func TestValuesFromDistances(t *testing.T) {
	n, m, d := 700, linalgtest.Size(200), 6
	ctx, x, lengths := t.Context(), walk(n, d, 29), []int{300, 400}
	origin, index := kernel.ColumnMeans(x), rand.New(rand.NewPCG(3, 0)).Perm(n)[:m]
	z := mat.NewDense(m, d, nil)
	for i, j := range index {
		z.SetRow(i, x.RawRowView(j))
	}
	distances, err := kernel.NewDistances(ctx, x, x, origin)
	if err != nil {
		t.Fatal(err)
	}
	s, err := space.NewStableAt(ctx, kernel.Gaussian{Sigma: 3}, z, origin, true)
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := s.Parts()
	var supports []int
	for _, j := range kept {
		supports = append(supports, index[j])
	}
	p, err := s.Partial(ctx)
	if err != nil || p == nil {
		t.Fatal("the solve is not put off", err)
	}
	for _, functions := range []space.Space{s, p} {
		for _, keep := range []Keeping{notKept, Packed, InRows} {
			var values, features [2]*mat.Dense
			for i, from := range []bool{false, true} {
				v := newValues(functions, x, lengths, keep)
				if from {
					v.UseDistances(distances, supports)
				}
				if values[i], err = v.All(ctx); err != nil {
					t.Fatal(err)
				}
				if features[i], err = v.Project(ctx, mat.NewDense(2, 1, []float64{1, -1}), []float64{0}); err != nil {
					t.Fatal(err)
				}
			}
			if !mat.Equal(values[0], values[1]) || !mat.Equal(features[0], features[1]) {
				t.Errorf("%T, kept as %d: other values or features from distances", functions, keep)
			}
		}
	}
}
