// Package simd holds the inner kernels of the engine's arithmetic: products of
// packed matrices, dot products and their like, the exponential of a row, the cosine
// transform of a few rows, and counts of eigenvalues and vectors of tridiagonal matrices.
// Each exists in three paths: assembler for AVX-512, assembler for AVX2 with
// FMA, and plain Go for every other processor. The best that the processor has
// is taken when the program starts; the environment variable SFATUI_KERNELS
// (avx512, avx2 or portable) asks for another, for tests and comparisons.
// [Path] tells which one runs. Paths agree to rounding only.
//
// Nothing here starts a goroutine. The packages above divide the work.
//
// # Products
//
// A product op(A)·op(B) is made of tiles of a few rows and columns that are
// held in registers while a loop runs over the depth, the index that is summed
// over. Its factors are first copied ("packed") into slivers, in the order in
// which that loop reads them (Goto and van de Geijn, ACM Trans. Math. Softw. 34,
// 2008; Van Zee and van de Geijn, ACM Trans. Math. Softw. 41, 2015). The depth is
// cut into segments at fixed multiples of Depth; within a segment an entry is
// summed in order from zero, and the segments are added to C in order, each times
// alpha. Tiles at the edges run the same kernel on slivers filled up with zeros.
// So an entry of C depends on its row of A, its column of B and its own value
// before, and on nothing else: not on the size of the matrices nor on the tile
// that it falls in. A leading block of a product is the product of the leading
// parts, bit for bit.
//
// A NaN or an Inf spreads as the arithmetic says; no product is left out.
package simd
