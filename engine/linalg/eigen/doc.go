// Package eigen solves the dense symmetric eigenproblem, for all eigenvalues or the
// lowest few.
//
// A matrix is reduced to tridiagonal form, directly (tridiagonal.go) or by way of a
// band (band.go, bulgechasing.go). The tridiagonal problem is solved by divide and
// conquer (divideconquer.go, merge.go, secular.go) or, for few eigenvalues, by
// bisection and twisted factorisations (bisection.go, twisted.go). The reflectors of
// the reduction then transform the eigenvectors back (reflectors.go,
// bulgechasing_back.go).
//
// Results do not depend on GOMAXPROCS. For few eigenvalues of a large matrix, package
// iterative is faster.
package eigen
