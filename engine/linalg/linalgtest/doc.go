// Package linalgtest holds the test matrices of the packages beneath linalg, with
// known and with notoriously difficult spectra, and the checks that their tests share:
// residuals, equality bit for bit whatever GOMAXPROCS, and cancellation in every phase.
package linalgtest
