package kernel

import "gonum.org/v1/gonum/mat"

// Expansion is the function f(x) = Σ Beta_i κ(At_i, x) + Bias of samples At, one per
// row, which kernel machines learn.
type Expansion struct {
	Kernel Kernel
	At     *mat.Dense
	Beta   []float64
	Bias   float64
}

// expansionRows is the number of samples that are evaluated at a time.
const expansionRows = 2048

// Apply writes the function at each row of x to dst.
func (f *Expansion) Apply(dst []float64, x *mat.Dense) {
	n, d := x.Dims()
	z, beta := NewSupports(f.At), mat.NewVecDense(len(f.Beta), f.Beta)
	for lo := 0; lo < n; lo += expansionRows {
		hi := min(n, lo+expansionRows)
		k := mat.NewDense(hi-lo, len(f.Beta), nil)
		Matrix(k, f.Kernel, x.Slice(lo, hi, 0, d).(*mat.Dense), z, false)
		mat.NewVecDense(hi-lo, dst[lo:hi]).MulVec(k, beta)
	}
	for i := range dst[:n] {
		dst[i] += f.Bias
	}
}
