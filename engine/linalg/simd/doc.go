// Package simd holds the inner kernels of the engine's arithmetic: products of packed
// matrices, dot products and similar vector operations, the exponential of a row, the
// cosine transform of a few rows, and counts of eigenvalues and eigenvectors of
// tridiagonal matrices. Each kernel exists in three paths: assembler for AVX-512,
// assembler for AVX2 with FMA, and plain Go for all other processors. The program
// starts with the best path of the processor; the environment variable SFATUI_KERNELS
// (avx512, avx2 or portable) selects another for tests and comparisons. [Path] returns
// the active path. Paths agree up to rounding.
//
// Nothing here starts a goroutine. The packages above divide the work.
//
// # Products
//
// A product op(A)·op(B) is computed in tiles of a few rows and columns that are held in
// registers during a loop over the depth, the summation index. The factors are first
// copied ("packed") into slivers, in the order in which that loop reads them (Goto and
// van de Geijn, ACM Trans. Math. Softw. 34, 2008; Van Zee and van de Geijn, ACM Trans.
// Math. Softw. 41, 2015). The depth is cut into segments at fixed multiples of Depth.
// Within a segment an entry is summed in order from zero, and the segments are added to
// C in order, each times alpha. Tiles at the edges run the same kernel on slivers
// padded with zeros. An entry of C thus depends only on its row of A, its column of B
// and its own previous value, not on the size of the matrices or on its tile. A leading
// block of a product is bitwise equal to the product of the leading parts.
//
// NaN and Inf propagate as in plain arithmetic; no product is skipped.
package simd
