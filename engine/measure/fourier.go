package measure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maxHarmonics is the largest basis: its moments take the square of that.
const maxHarmonics = 1000

// Harmonic is the similarity of a feature to the cosine basis over known latent
// variables.
type Harmonic struct {
	// R2 is the share of the feature's variance that the whole basis explains, 0 … 1.
	// For white noise it is about the number of functions over that of samples. NaN for
	// a feature that is constant or not finite.
	R2 float64
	// Wave is the k, one for each latent, of the function of the basis that is most
	// similar to the feature, and Corr its signed correlation with the feature. If no
	// function varies, or R2 is NaN, they are nil and NaN.
	Wave []int
	Corr float64
}

// FourierMatch compares features with the theoretical slow features of known latent
// variables (Wiskott 2003; Böhmer et al. 2012, section 3): Π_i cos(π k_i u_i) for all
// k_i of 0 … order that are not all 0, where u_i is latent i scaled to 0 … 1 by its
// smallest and largest value.
//
// phi is n×p, latent n×d; the result has a Harmonic for each feature. A constant latent
// has only k = 0. R2 is that of least squares over the given data, so that latents need
// no uniform density.
//
// It fails if ctx ends, if a latent is not finite or none varies, and if order is below
// 1 or so large that there are more than 1000 functions or no fewer than samples. It
// panics unless phi and latent have the same number of rows.
func FourierMatch(ctx context.Context, phi, latent *mat.Dense, order int) ([]Harmonic, error) {
	n, _ := phi.Dims()
	if m, _ := latent.Dims(); m != n {
		panic(fmt.Sprintf("measure: %d samples of features, %d of latents", n, m))
	}
	basis, err := newCosines(latent, order)
	if err != nil {
		return nil, err
	}
	gram, cross, err := basis.moments(ctx, phi)
	if err != nil {
		return nil, err
	}
	values, vectors, err := eigen.Sym(ctx, gram)
	if err != nil {
		return nil, err
	}
	explained := explainedShare(values, vectors, cross, float64(max(n, len(values)))*0x1p-52)
	out := make([]Harmonic, len(explained))
	for j := range out {
		out[j] = Harmonic{R2: explained[j], Corr: math.NaN()}
		if math.IsNaN(explained[j]) {
			continue
		}
		best := 0
		for f := range values {
			if math.Abs(cross.At(f, j)) > math.Abs(cross.At(best, j)) {
				best = f
			}
		}
		if c := cross.At(best, j); c != 0 {
			out[j].Wave, out[j].Corr = slices.Clone(basis.wave[best]), c
		}
	}
	return out, nil
}

// explainedShare returns R² of each feature, from the eigenvalues and eigenvectors of
// the correlations among the functions, and cross, their correlations with the
// features. Eigenvalues of at most tol times the largest count as zero.
func explainedShare(values []float64, vectors, cross *mat.Dense, tol float64) []float64 {
	var along mat.Dense
	along.Mul(vectors.T(), cross)
	_, p := cross.Dims()
	share := make([]float64, p)
	for i, v := range values {
		row := along.RawRowView(i)
		for j, c := range row {
			if v > tol*values[len(values)-1] || math.IsNaN(c) {
				share[j] += c * c / v
			}
		}
	}
	for j, s := range share {
		share[j] = math.Min(1, s)
	}
	return share
}

// cosines are the functions Π cos(π k_i u_i), those of small Σk² first.
type cosines struct {
	latent     *mat.Dense
	from, span []float64 // of each latent; a span of 0 if it does not vary
	order      int
	wave       [][]int
}

func newCosines(latent *mat.Dense, order int) (*cosines, error) {
	n, d := latent.Dims()
	if order < 1 {
		return nil, fmt.Errorf("measure: cosines up to order %d: it takes 1 or more", order)
	}
	c := &cosines{latent: latent, order: order, from: make([]float64, d), span: make([]float64, d)}
	count := 1
	for j := range d {
		column := mat.Col(nil, j, latent)
		for i, v := range column {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("measure: latent %d of sample %d (both counted from 0) is %v: drop the sample", j, i, v)
			}
		}
		c.from[j] = floats.Min(column)
		c.span[j] = floats.Max(column) - c.from[j]
		if c.span[j] > 0 {
			count *= min(order, maxHarmonics+1) + 1
		}
		if count-1 > maxHarmonics || count > n && c.span[j] > 0 {
			return nil, fmt.Errorf("measure: cosines up to order %d over %d latents are too many for %d samples (and at most %d): lower the order",
				order, d, n, maxHarmonics)
		}
	}
	if count == 1 {
		return nil, fmt.Errorf("measure: none of the %d latents varies", d)
	}
	c.enumerate(count - 1)
	return c, nil
}

// enumerate lists the waves by Σk², in lexical order if that is equal.
func (c *cosines) enumerate(count int) {
	wave := make([]int, len(c.span))
	for range count {
		for j := len(wave) - 1; ; j-- {
			if c.span[j] > 0 && wave[j] < c.order {
				wave[j]++
				break
			}
			wave[j] = 0
		}
		c.wave = append(c.wave, slices.Clone(wave))
	}
	slices.SortStableFunc(c.wave, func(a, b []int) int { return squares(a) - squares(b) })
}

func squares(wave []int) int {
	sum := 0
	for _, k := range wave {
		sum += k * k
	}
	return sum
}

// row writes all functions at sample i; table is workspace of (order+1)·d.
func (c *cosines) row(dst []float64, i int, table []float64) {
	k1 := c.order + 1
	for j, v := range c.latent.RawRowView(i) {
		u := 0.0
		if c.span[j] > 0 {
			u = (v - c.from[j]) / c.span[j]
		}
		for k := range k1 {
			table[j*k1+k] = math.Cos(math.Pi * float64(k) * u)
		}
	}
	for f, wave := range c.wave {
		product := 1.0
		for j, k := range wave {
			product *= table[j*k1+k]
		}
		dst[f] = product
	}
}

// moments returns the correlations of the functions with each other and with the
// features. A function that is constant on the samples has correlations of 0.
func (c *cosines) moments(ctx context.Context, phi *mat.Dense) (gram *mat.SymDense, cross *mat.Dense, err error) {
	n, p := phi.Dims()
	count := len(c.wave)
	mean, err := c.mean(ctx)
	if err != nil {
		return nil, nil, err
	}
	gram, cross = mat.NewSymDense(count, nil), mat.NewDense(count, p, nil)
	functions, features := mat.NewDense(blockRows, count, nil), mat.NewDense(blockRows, p, nil)
	table := make([]float64, (c.order+1)*len(c.span))
	centre := newCentring(phi)
	for lo := 0; lo < n; lo += blockRows {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		hi := min(lo+blockRows, n)
		for i := lo; i < hi; i++ {
			c.row(functions.RawRowView(i-lo), i, table)
			floats.Sub(functions.RawRowView(i-lo), mean)
			centre.to(features.RawRowView(i-lo), phi.RawRowView(i))
		}
		f := functions.Slice(0, hi-lo, 0, count).(*mat.Dense)
		dense.SyrkAdd(gram, 1/float64(n), f)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1/float64(n), f.RawMatrix(),
			features.Slice(0, hi-lo, 0, p).(*mat.Dense).RawMatrix(), 1, cross.RawMatrix())
	}
	normalise(gram, cross, centre.variances(phi))
	return gram, cross, nil
}

// mean returns the mean of each function over the samples.
func (c *cosines) mean(ctx context.Context) ([]float64, error) {
	n, _ := c.latent.Dims()
	mean, row := make([]float64, len(c.wave)), make([]float64, len(c.wave))
	table := make([]float64, (c.order+1)*len(c.span))
	for i := range n {
		if err := ctx.Err(); i%blockRows == 0 && err != nil {
			return nil, err
		}
		c.row(row, i, table)
		floats.Add(mean, row)
	}
	floats.Scale(1/float64(n), mean)
	return mean, nil
}

// normalise converts covariances to correlations.
func normalise(gram *mat.SymDense, cross *mat.Dense, variance []float64) {
	count, p := cross.Dims()
	scale := make([]float64, count)
	for f := range scale {
		// A cosine reaches 1; a smaller variance is rounding.
		if v := gram.At(f, f); v > 1e-20 {
			scale[f] = 1 / math.Sqrt(v)
		}
	}
	for f, s := range scale {
		for g := f; g < count; g++ {
			gram.SetSym(f, g, gram.At(f, g)*s*scale[g])
		}
		for j := range p {
			cross.Set(f, j, cross.At(f, j)*s/math.Sqrt(variance[j]))
		}
	}
}

// FourierSimilarity is the absolute correlation on the test part of each of the first
// features with the most similar cosine of the known latent variables.
var FourierSimilarity = &Measure{
	ID: "fourier", Label: "Fourier match on test", Unit: Share, Better: Higher, Recorded: true,
	Doc: "Fourier match is the absolute correlation, on the test part, of each of the first features with the most similar cosine of the known latent variables.",
	Of: func(r *result.Result) []float64 {
		out := make([]float64, len(r.Fourier))
		for i, h := range r.Fourier {
			out[i] = math.Abs(float64(h.Corr))
		}
		return out
	},
	Show: Show{In: Filters | Reports | Views, Heading: "fourier", Report: "Fourier match", Order: 5},
}
