// Package linalgtest holds the test matrices of the packages below linalg, with known
// and with notoriously difficult spectra, and the checks that their tests share:
// residuals, bitwise equality for every GOMAXPROCS, and cancellation in every phase.
package linalgtest
