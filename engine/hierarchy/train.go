package hierarchy

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Moments returns the moments of h (n×m), the values of m functions of all training
// samples in their order, under the training graph. It must neither keep nor change h.
type Moments func(ctx context.Context, h *mat.Dense) (*moments.Moments, error)

// Train trains a network on the samples x (n×d) under the training graph of the
// moments, layer by layer: the input of every layer is the output of the one below. It
// trains the nodes of a layer one after the other, and calls under for the functions of
// one node at a time. See [Shape.Bytes] for the memory.
//
// The input of the first layer is x minus its mean. Principal components are those of
// all samples with equal weights. Slow features have mean zero and variance one under
// the graph's vertex weights, and with λ they minimise slowness plus λ times the
// squared norm of their weights on the functions.
//
// An input that is constant in training is left out. A node with only such inputs has
// no features, and the nodes above omit it; a node whose functions have a lower rank
// than the requested features has as many as the rank. The notes of the network report
// this.
//
// The result does not depend on GOMAXPROCS if the moments do not. It fails with fewer
// than two samples, if all inputs are constant, if no two samples are joined, if
// moments fail or are not finite, and if ctx ends; it panics if d is not that of the
// shape.
func Train(ctx context.Context, s Shape, x *mat.Dense, under Moments) (*Network, error) {
	n, d := x.Dims()
	if d != s.Inputs() {
		panic(fmt.Sprintf("hierarchy: %d inputs for a network of %d", d, s.Inputs()))
	}
	if n < 2 {
		return nil, fmt.Errorf("a network cannot be trained on %d sample: take two or more", n)
	}
	mean, columns, err := s.inputs(ctx, x)
	if err != nil {
		return nil, err
	}
	t := trainer{samples: n, under: under, below: x, columns: columns, origin: mean}
	net := &Network{shape: s}
	for i, l := range s.layers {
		if i > 0 {
			t.moveUp(&net.tiers[i-1])
		}
		t.above = nil
		if i+1 < len(s.layers) {
			t.above = mat.NewDense(n, l.nodes.count()*l.out, nil)
		}
		made, notes, err := t.layer(ctx, l)
		if err != nil {
			return nil, fmt.Errorf("layer %d, %w", i+1, err)
		}
		if made.width() == 0 {
			return nil, fmt.Errorf("layer %d: no node has a feature: all %d inputs are constant on the training data, or on the samples that have weight in the training graph; check the columns and the labels", i+1, d)
		}
		net.tiers = append(net.tiers, made)
		for _, note := range notes {
			net.notes = append(net.notes, fmt.Sprintf("layer %d: %s", i+1, note))
		}
	}
	return net, nil
}

// trainer trains one layer after the other.
type trainer struct {
	samples int
	under   Moments

	below   *mat.Dense // inputs of the layer, samples×width
	columns [][]int    // of below, by position: those that vary
	origin  []float64  // mean of each column; nil for zero

	above  *mat.Dense // inputs of the next layer, samples×most; nil for the last
	memory buffer
	values *mat.Dense // of the functions of the node in training, in the memory
}

// moveUp makes the features of a trained layer the inputs of the next one.
func (t *trainer) moveUp(made *tier) {
	t.below = t.above.Slice(0, t.samples, 0, made.width()).(*mat.Dense)
	t.columns, t.origin = made.columns(), nil
}

// layer trains the nodes of a layer. Errors name the node.
func (t *trainer) layer(ctx context.Context, l layer) (tier, []string, error) {
	var made tier
	var all []nodeFacts
	for k := range l.nodes.count() {
		nd, f, err := t.node(ctx, l, k)
		if err == nil {
			made.add(nd)
			err = t.storeFeatures(ctx, &made.nodes[k], made.start[k])
		}
		if err != nil {
			return made, nil, fmt.Errorf("node %d across and %d down: %w", k%l.nodes.w+1, k/l.nodes.w+1, err)
		}
		all = append(all, f)
	}
	return made, l.notes(all, t.samples), nil
}

// storeFeatures writes the features of the node just trained to the inputs of the next
// layer, from a column on.
func (t *trainer) storeFeatures(ctx context.Context, nd *node, from int) error {
	if t.above == nil || nd.features() == 0 {
		return nil
	}
	features := t.above.Slice(0, t.samples, from, from+nd.features()).(*mat.Dense)
	if nd.a == nil {
		_, err := applyInBlocks(ctx, t.below, features, nd.apply)
		return err
	}
	_, err := applyInBlocks(ctx, t.values, features, func(dst, h *mat.Dense, _ *workspace) { nd.project(dst, h) })
	return err
}

// node trains node k of a layer.
func (t *trainer) node(ctx context.Context, l layer, k int) (node, nodeFacts, error) {
	var nd node
	for _, p := range l.positions(k) {
		nd.in = append(nd.in, t.columns[p]...)
	}
	if t.origin != nil {
		for _, c := range nd.in {
			nd.origin = append(nd.origin, t.origin[c])
		}
	}
	var f nodeFacts
	if len(nd.in) == 0 {
		return nd, f, ctx.Err()
	}
	if l.pca() {
		if err := t.fitComponents(ctx, l, &nd, &f); err != nil || nd.front == nil {
			return nd, f, err
		}
	}
	err := t.solveSlow(ctx, l, &nd, &f)
	return nd, f, err
}

// fitComponents fits the principal components of the inputs of a node. It leaves the
// node without them if the inputs have no variance.
func (t *trainer) fitComponents(ctx context.Context, l layer, nd *node, f *nodeFacts) error {
	x, err := applyInBlocks(ctx, t.below, mat.NewDense(t.samples, len(nd.in), nil), func(dst, below *mat.Dense, _ *workspace) {
		nd.gather(dst, below)
	})
	if err != nil {
		return err
	}
	// Segments of single samples have no differences to sum.
	alone := make([]int, t.samples)
	for i := range alone {
		alone[i] = 1
	}
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: len(nd.in)}, x, alone))
	if err != nil || constant(m.C) {
		return err
	}
	if nd.front, err = space.NewPCA(ctx, m.Mean, m.C, l.keep, false); err != nil {
		return err
	}
	f.components, f.share = nd.front.Components(), nd.front.Share
	return nil
}

// solveSlow solves for the slow features of a node. It leaves the node without a space
// if its functions have no variance under the graph.
func (t *trainer) solveSlow(ctx context.Context, l layer, nd *node, f *nodeFacts) error {
	dim := len(nd.in)
	if nd.front != nil {
		dim = nd.front.Components()
	}
	functions, err := l.space(dim)
	if err != nil {
		return err
	}
	f.functions = functions.Dim()
	if l.features == 0 {
		nd.space, f.features = functions, functions.Dim()
		return nil
	}
	candidate := *nd
	candidate.space = functions
	t.values, err = applyInBlocks(ctx, t.below, t.memory.matrix(t.samples, functions.Dim()), candidate.evaluate)
	if err != nil {
		return err
	}
	m, err := t.under(ctx, t.values)
	if err != nil {
		return err
	}
	if m.Pairs == 0 {
		return errors.New("no two samples are joined by the training graph: there is nothing to be slow along")
	}
	if constant(m.C) {
		return nil
	}
	white, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
	if err != nil {
		return err
	}
	solution, err := white.Rotate(ctx, l.lambda, l.features)
	if err != nil {
		return err
	}
	sfa.CanonicalSigns(solution.A, solution.A)
	var c mat.VecDense
	c.MulVec(solution.A.T(), mat.NewVecDense(functions.Dim(), m.Mean))
	candidate.a, candidate.c = solution.A, c.RawVector().Data
	*nd = candidate
	slowest := solution.A.ColView(0)
	f.rank, f.features, f.slowness = white.Spectrum.Rank, nd.features(), mat.Inner(slowest, m.Cdot, slowest)
	return nil
}

// constant reports whether functions of the given covariance have no variance.
func constant(c *mat.SymDense) bool {
	for i := range c.SymmetricDim() {
		if c.At(i, i) != 0 {
			return false
		}
	}
	return true
}
