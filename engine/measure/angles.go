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
// spaces has dimensions; columns that depend on others add none.
//
// It panics unless a and b have the same number of rows and finite entries.
func PrincipalAngles(a, b *mat.Dense) []float64 {
	n, _ := a.Dims()
	if m, _ := b.Dims(); m != n {
		panic(fmt.Sprintf("measure: principal angles of spaces of %d and %d samples", n, m))
	}
	qa, qb := orthonormalBasis(a), orthonormalBasis(b)
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

// orthonormalBasis is an orthonormal basis of the centred columns of a, in
// columns; nil when all of them are constant.
func orthonormalBasis(a *mat.Dense) mat.Matrix {
	n, p := a.Dims()
	centre := newCentring(a)
	centred := mat.NewDense(n, p, nil)
	for i := range n {
		centre.to(centred.RawRowView(i), a.RawRowView(i))
	}
	svd := singularValues(centred, mat.SVDThin)
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
	if sum := mat.Sum(a); math.IsNaN(sum) || math.IsInf(sum, 0) || !svd.Factorize(a, kind) {
		panic("measure: principal angles of values that are not finite")
	}
	return &svd
}
