package measure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// PrincipalAngles gives the cosines of the principal angles between the spaces
// that the centred columns of a (n×p) and b (n×q) span, largest first: all 1
// when one space holds the other, so it compares features up to any mixing of
// them (Björck and Golub 1973). There are as many as the smaller of the two
// spaces has dimensions; columns that depend on others add none. Where entries are
// not finite, or their norm is not, the one angle given is NaN.
//
// It panics unless a and b have the same number of rows.
func PrincipalAngles(a, b *mat.Dense) []float64 {
	n, _ := a.Dims()
	if m, _ := b.Dims(); m != n {
		panic(fmt.Sprintf("measure: principal angles of spaces of %d and %d samples", n, m))
	}
	ca, cb := centred(a), centred(b)
	if !finite(ca) || !finite(cb) {
		return []float64{math.NaN()}
	}
	qa, qb := orthonormalBasis(ca), orthonormalBasis(cb)
	if qa == nil || qb == nil {
		return nil
	}
	var product mat.Dense
	product.Mul(qa.T(), qb)
	cosines := singularValues(&product, mat.SVDNone).Values(nil)
	for i, c := range cosines {
		cosines[i] = math.Min(1, c)
	}
	return cosines
}

// centred is a with the mean taken from each column.
func centred(a *mat.Dense) *mat.Dense {
	n, p := a.Dims()
	centre := newCentring(a)
	out := mat.NewDense(n, p, nil)
	for i := range n {
		centre.to(out.RawRowView(i), a.RawRowView(i))
	}
	return out
}

// finite reports whether no entry of a is NaN or infinite, and neither is the norm
// of all together.
func finite(a *mat.Dense) bool {
	norm := mat.Norm(a, 2)
	return !math.IsNaN(norm) && !math.IsInf(norm, 0)
}

// orthonormalBasis is an orthonormal basis of the columns of a, in columns; nil
// when all of them are zero.
func orthonormalBasis(a *mat.Dense) mat.Matrix {
	n, p := a.Dims()
	svd := singularValues(a, mat.SVDThin)
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank] > float64(max(n, p))*0x1p-52*values[0] {
		rank++
	}
	if rank == 0 {
		return nil
	}
	var u mat.Dense
	svd.UTo(&u)
	return u.Slice(0, n, 0, rank)
}

// singularValues factors a, whose entries must be finite.
func singularValues(a *mat.Dense, kind mat.SVDKind) *mat.SVD {
	var svd mat.SVD
	if !svd.Factorize(a, kind) {
		panic("measure: the singular values of a finite matrix did not converge")
	}
	return &svd
}
