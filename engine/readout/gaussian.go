package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Gaussians is a trained Gaussian classifier.
type Gaussians struct {
	Noted

	p       int
	density []*density // of each class; nil without a sample
	info               // shrink_min and shrink_max, the extremes of α over the classes; nil when restored
}

// density is the logarithm of prior times normal density of a class: constant −
// ½‖root·(φ − mean)‖².
type density struct {
	mean     []float64
	root     *mat.Dense // r×p; nil if no direction remains
	constant float64
}

// Gaussian fits a normal distribution with a full covariance to each class (Escalante-B.
// and Wiskott 2013, section 4.3). The discriminant of class c is log p(φ|c) + log π_c with
// π_c its share of the training samples; a class without a training sample has −∞.
//
// The covariance S_k of a class, divided by its number n_k of samples, is shrunk towards
// the pooled covariance W = Σ n_k S_k/n (Friedman 1989):
//
//	Σ_k = (1−α)S_k + αW,  α = (r+1)²/(n_k² + (r+1)²)
//
// in r directions (α is 0 for [Shrink] none), as if there were (r+1)²/n_k more samples with the pooled covariance. α
// tends to 0 for many samples, and is about ½ if a class has as many samples as
// directions.
//
//   - Features that are constant or collinear over all classes are left out by the
//     eigenvalues of their correlations, up to max(n, p, 64)·2⁻⁵² of the largest. The
//     densities are then those in the r remaining directions, up to a factor that all
//     classes share.
//   - If the condition of Σ_k, scaled so that the covariance of all samples is 1, exceeds
//     1e10, the classes do not vary where they differ: the smallest share of the covariance
//     of all samples that reduces the condition to 1e10 is added.
//
// The result does not depend on the units of the features.
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. It fails if ctx ends, if fewer than two classes have samples, and if a feature
// is not finite. It takes O(np² + c·p³) time and O(c·p²) memory.
func Gaussian(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*Gaussians, error) {
	alpha := shrinkageOf(at)
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	mean := t.mean()
	w, err := t.whiten(ctx, mean)
	if err != nil {
		return nil, err
	}
	g := &Gaussians{Noted: Noted{append(t.absentNotes(), cutNotes(t.p-w.rank(), t.p)...)}, p: t.p, density: make([]*density, classes)}
	means := t.classMeans(mean)
	for _, k := range t.present {
		prior := math.Log(float64(t.count[k]) / float64(t.n))
		g.density[k] = &density{mean: means.RawRowView(k), constant: prior}
	}
	if w.rank() == 0 {
		return g, nil
	}
	within, err := t.classScatter(ctx, w, means)
	if err != nil {
		return nil, err
	}
	g.info = info{"shrink_min": 1, "shrink_max": 0}
	for _, k := range t.present {
		share := alpha(t.count[k], w.rank())
		g.info["shrink_min"], g.info["shrink_max"] = min(g.info["shrink_min"], share), max(g.info["shrink_max"], share)
		values, vectors, err := within.covariance(ctx, k, share)
		if err != nil {
			return nil, err
		}
		g.density[k].setCovariance(w, values, vectors)
	}
	g.Notes = append(g.Notes, within.notes(g.info["shrink_max"] > 0)...)
	return g, nil
}

// setCovariance sets the covariance of a class in whitened directions, given by its
// eigenvalues and eigenvectors there.
func (d *density) setCovariance(w *whitening, values []float64, vectors *mat.Dense) {
	d.constant -= w.logVolume + float64(len(values))/2*math.Log(2*math.Pi)
	d.root = mat.NewDense(len(values), len(d.mean), nil)
	d.root.Mul(vectors.T(), w.root)
	for i, v := range values {
		d.constant -= math.Log(v) / 2
		floats.Scale(1/math.Sqrt(v), d.root.RawRowView(i))
	}
}

func (g *Gaussians) Discriminants(phi *mat.Dense) *mat.Dense {
	n, p := phi.Dims()
	checkFeatures(phi, g.p)
	out := constantMatrix(n, len(g.density), math.Inf(-1))
	panel := mat.NewDense(min(n, blockRows), p, nil)
	for lo := 0; lo < n; lo += blockRows {
		hi := min(lo+blockRows, n)
		rows := panel.Slice(0, hi-lo, 0, p).(*mat.Dense)
		for k, d := range g.density {
			if d == nil {
				continue
			}
			for i := lo; i < hi; i++ {
				floats.SubTo(rows.RawRowView(i-lo), phi.RawRowView(i), d.mean)
			}
			d.logDensity(out.Slice(lo, hi, k, k+1).(*mat.Dense), rows)
		}
	}
	return out
}

// logDensity writes the discriminant of rows, from which the mean is subtracted, into a
// column.
func (d *density) logDensity(out, rows *mat.Dense) {
	n, _ := rows.Dims()
	if d.root == nil {
		for i := range n {
			out.Set(i, 0, d.constant)
		}
		return
	}
	r, _ := d.root.Dims()
	product := mat.NewDense(n, r, nil)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows.RawMatrix(), d.root.RawMatrix(), 0, product.RawMatrix())
	for i := range n {
		row := product.RawRowView(i)
		out.Set(i, 0, d.constant-floats.Dot(row, row)/2)
	}
}

func (g *Gaussians) Arrays() map[string]*mat.Dense {
	var present, constants, means, roots []float64
	rank := 0
	for k, d := range g.density {
		if d == nil {
			continue
		}
		present, constants, means = append(present, float64(k)), append(constants, d.constant), append(means, d.mean...)
		if d.root != nil {
			rank, _ = d.root.Dims()
			roots = append(roots, mat.DenseCopyOf(d.root).RawMatrix().Data...)
		}
	}
	c := len(present)
	out := map[string]*mat.Dense{
		"readout_present": mat.NewDense(1, c, present), "readout_constants": mat.NewDense(1, c, constants),
		"readout_means": mat.NewDense(c, g.p, means), "readout_rank": mat.NewDense(1, 1, []float64{float64(rank)}),
	}
	if rank > 0 {
		out["readout_roots"] = mat.NewDense(c*rank, g.p, roots)
	}
	return out
}

// gaussianFormula describes the arrays.
const gaussianFormula = "the readout has of each class of readout_present, counted from 0, the value c − ‖R (φ − μ)‖²/2, the logarithm of prior times density, with c of readout_constants, μ a row of readout_means and R the next readout_rank rows of readout_roots"

// restoreGaussians returns the densities of the given number of classes from the arrays
// of a [Gaussians].
func restoreGaussians(a Arrays, classes int) (*Gaussians, error) {
	present, err := a.present(classes)
	if err != nil {
		return nil, err
	}
	c := len(present)
	constants, err := a.numbers("readout_constants", 1, c)
	if err != nil {
		return nil, err
	}
	means, err := a.matrix("readout_means", c, a.Columns)
	if err != nil {
		return nil, err
	}
	g := &Gaussians{p: a.Columns, density: make([]*density, classes)}
	for i, k := range present {
		g.density[k] = &density{mean: means.RawRowView(i), constant: constants[i]}
	}
	rank, err := a.numbers("readout_rank", 1, 1)
	if err != nil {
		return nil, err
	}
	r := int(rank[0])
	switch {
	case rank[0] == 0:
		return g, nil
	case rank[0] != float64(r) || r < 0 || r > a.Columns:
		return nil, fmt.Errorf("%w: a readout_rank of %g", errDamaged, rank[0])
	}
	roots, err := a.matrix("readout_roots", c*r, a.Columns)
	if err != nil {
		return nil, err
	}
	for i, k := range present {
		g.density[k].root = roots.Slice(i*r, (i+1)*r, 0, a.Columns).(*mat.Dense)
	}
	return g, nil
}

// gaussians returns the part completed for a readout that is a [Gaussians].
func gaussians(p part.Part[Kind]) part.Part[Kind] {
	p.Build.Restore = func(_ part.Point, a Arrays) (Saved, error) { return restoreGaussians(a, a.Classes) }
	p.Build.Formula = []string{gaussianFormula, "the class is that of the largest"}
	return p
}
