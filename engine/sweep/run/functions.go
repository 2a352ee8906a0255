package run

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// functions is the function space of a model over its prepared inputs.
type functions struct {
	samples  *samples
	supports *subset.Supports // nil without a kernel
	z        *mat.Dense       // supports that the space was built on; nil without a kernel
	space    space.Space
}

// newFunctions builds the function space over the samples.
func (s *samples) newFunctions(ctx context.Context) (*functions, error) {
	kind := space.Kinds.Build(s.job.At)
	if kind.Kernel {
		return s.newKernelFunctions(ctx)
	}
	_, d := s.data.Train.X.Dims()
	of, err := kind.New(s.job.At, d)
	return &functions{samples: s, space: of}, err
}

// newKernelFunctions chooses the supports and builds the kernel space on them.
func (s *samples) newKernelFunctions(ctx context.Context) (*functions, error) {
	supports, err := s.of.shared.picks.get(ctx, s.job.SupportsKey(s.of.which), func() (*subset.Supports, error) { return s.chooseSupports(ctx) })
	if err != nil {
		return nil, err
	}
	if err := s.of.run.stage(ctx); err != nil {
		return nil, err
	}
	fn, err := s.functionsOn(ctx, supports, min(s.job.Dim(s.data.Train.Len()), supports.Len()))
	if err != nil {
		return nil, err
	}
	if !subset.Kinds.Has(s.job.At, subset.M) && kernel.Indefinite.Of(s.job.At) == "" && fn.space.Dim() < supports.Len()-1 {
		return s.reorder(ctx)
	}
	return fn, nil
}

// functionsOn builds the kernel space on the first n supports.
func (s *samples) functionsOn(ctx context.Context, supports *subset.Supports, n int) (*functions, error) {
	z := supports.Matrix(s.data.Train.X, n)
	of, err := space.New(ctx, s.job.At, z, s.data.Origin, s.supportDistances(supports.Index, n))
	return &functions{samples: s, supports: supports, z: z, space: of}, err
}

// reorder builds the space over all samples if some of them are linearly dependent on others.
// The stable basis keeps the samples that come first; in the order of MP-MAH these are the
// samples that are farthest apart.
func (s *samples) reorder(ctx context.Context) (*functions, error) {
	x := s.data.Train.X
	n, _ := x.Dims()
	best, err := subset.MPMAH(ctx, kernel.At(s.job.At), x, n, s.data.Origin, nil)
	if err != nil {
		return nil, err
	}
	order := &subset.Supports{Index: best.Index}
	chosen := make([]bool, n)
	for _, i := range best.Index {
		chosen[i] = true
	}
	for i := range n {
		if !chosen[i] {
			order.Index = append(order.Index, i)
		}
	}
	return s.functionsOn(ctx, order, n)
}

// chooseSupports runs the selection for the largest number of supports that any job of the plan
// needs. It fails if fewer than two are found.
func (s *samples) chooseSupports(ctx context.Context) (*subset.Supports, error) {
	key := s.job.SupportsKey(s.of.which)
	from := subset.Candidates{X: s.data.Train.X, Mean: s.data.Origin}
	if s.known != nil {
		from.Distances = s.known.train
	}
	chosen, err := subset.Kinds.Build(s.job.At).Choose(ctx, from, s.job.Plan.MostSupports[key], key.At)
	if err != nil {
		return nil, err
	}
	if s.exceedsKept(chosen.Len()) {
		collectTwice() // otherwise the garbage of the selection doubles the peak
	}
	if chosen.Len() < 2 {
		return nil, tooAlike(s.job.At, chosen.Len(), kernel.Sigma.Of(key.At), s.originNote)
	}
	s.of.report(fmt.Sprintf("%d supports chosen", chosen.Len()))
	return chosen, nil
}

// tooAlike returns the error for samples that the kernel maps to a single point. It names the
// width that the supports were chosen with, if the kernel has one. far is the note that the
// samples are far from the kernel's origin; if it is not empty, it replaces the remedy.
func tooAlike(at part.Point, supports int, sigma part.Value, far string) error {
	where, remedy := "to the "+kernel.Name.Of(at)+" kernel", "check for constant inputs"
	if sigma.OK {
		where, remedy = "at σ = "+sigma.String(), "take a smaller σ or "+remedy
	}
	if far != "" {
		remedy = far
	}
	return fmt.Errorf("%s found %d support: the samples are equal to rounding %s; %s", subset.Name.Of(at), supports, where, remedy)
}

// samplesPerFunction is the number of training samples per function from which part of a solve
// is deferred. Transforming the moments costs about as much as four samples per function.
const samplesPerFunction = 8

// evaluated returns the space in which samples are evaluated. If there are many samples per
// function, this is a space that defers part of the triangular solve.
func (fn *functions) evaluated(ctx context.Context) (space.Space, error) {
	s, ok := fn.space.(*space.Stable)
	if !ok || fn.samples.data.Train.Len() < samplesPerFunction*s.Dim() {
		return fn.space, nil
	}
	p, err := s.Partial(ctx)
	if p == nil || err != nil {
		return fn.space, err
	}
	return p, nil
}

// supportDistances returns the lookup of the distances between the first n supports; nil if no
// distances are shared.
func (s *samples) supportDistances(supports []int, n int) *space.Lookup {
	if s.known == nil {
		return nil
	}
	return &space.Lookup{Distances: s.known.train, Rows: supports[:n]}
}

// lifted returns the training rows of the supports if the space lifts these, in the order of
// the supports; nil otherwise.
func (fn *functions) lifted() []int {
	c, ok := fn.space.(*space.Corrected)
	if !ok || !c.Lifts() || fn.supports.Index == nil {
		return nil
	}
	n, _ := fn.z.Dims()
	return fn.supports.Index[:n]
}

// spheresAllFunctions reports whether the sphered values cover all functions of the space.
func (fn *functions) spheresAllFunctions(u sweep.Use) bool { return u.Sphered >= fn.space.Dim() }
