package linalg

import (
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// NewDense is an r×c matrix of zeros. Its storage, where it is large, lies in huge
// pages: a matrix that is touched once costs a fault for every page of it. It
// panics as [mat.NewDense] does.
func NewDense(r, c int) *mat.Dense { return mat.NewDense(r, c, simd.Make(max(0, r*c))) }

// NewSym is an n×n symmetric matrix of zeros, stored as [NewDense] stores.
func NewSym(n int) *mat.SymDense { return mat.NewSymDense(n, simd.Make(max(0, n*n))) }
