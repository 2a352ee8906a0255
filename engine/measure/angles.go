package measure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// PrincipalAngles returns the cosines of the principal angles between the spaces that
// the centred columns of a (n×p) and b (n×q) span, largest first. All are 1 if one
// space contains the other, so that it compares features up to any mixing of them
// (Björck and Golub 1973). Their number is the smaller of the two dimensions; dependent
// columns do not count. If entries or their norm are not finite, it returns a single
// NaN.
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

// centred returns a with the mean subtracted from each column.
func centred(a *mat.Dense) *mat.Dense {
	n, p := a.Dims()
	centre := newCentring(a)
	out := mat.NewDense(n, p, nil)
	for i := range n {
		centre.to(out.RawRowView(i), a.RawRowView(i))
	}
	return out
}

// finite reports whether all entries of a and their norm are finite.
func finite(a *mat.Dense) bool {
	norm := mat.Norm(a, 2)
	return !math.IsNaN(norm) && !math.IsInf(norm, 0)
}

// orthonormalBasis returns an orthonormal basis of the columns of a, in columns, or nil
// if all of them are zero.
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

// singularValues returns the factorisation of a, whose entries must be finite.
func singularValues(a *mat.Dense, kind mat.SVDKind) *mat.SVD {
	var svd mat.SVD
	if !svd.Factorize(a, kind) {
		panic("measure: the singular values of a finite matrix did not converge")
	}
	return &svd
}
