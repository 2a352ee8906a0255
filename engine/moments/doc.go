// Package moments accumulates the first and second moments of h(x) under the time
// graph, streamed in blocks of samples: memory is O(m² + block·m).
//
// With n samples and P pairs (t, t+1) inside segments,
//
//	h̄ = 1/n Σ h_t,  C = 1/n Σ (h_t − h̄)(h_t − h̄)ᵀ,  Ċ = 1/P Σ (h_{t+1} − h_t)(h_{t+1} − h_t)ᵀ.
//
// Both come from the same rows. A segment is cut into chunks of L = 16 samples and a
// tail of chunks of 8, 4, 2 and 1. The DCT-II of length L diagonalises the differences
// inside a chunk (Strang, The discrete cosine transform, SIAM Review 1999): with y_f
// its orthonormal rows applied to the chunk,
//
//	Σ (h_t − h̄_chunk)(h_t − h̄_chunk)ᵀ = Σ y_f y_fᵀ,
//	Σ (h_{t+1} − h_t)(h_{t+1} − h_t)ᵀ = Σ (2 − 2cos(πf/L)) y_f y_fᵀ,  f = 1 … L−1.
//
// One product of the rows of one f thus serves C and Ċ. The means of the chunks enter
// only C, and the differences that join two chunks of a segment only Ċ: n + n/16 rows
// instead of 2n. All of them are added with positive weight.
//
// Ċ is a second moment and is never centred. Chunks are centred on their own mean and
// merged pairwise (Chan, Golub and LeVeque 1983) relative to the first sample, so that
// a large mean costs no digits. The y_f are computed from differences, so that Ċ loses
// no digits for large values. Chunks are counted from each segment's start and no block
// divides one, each function is transformed separately and sums have a fixed order. The
// same data thus yield the same bytes, and the moments of the first functions are
// leading blocks.
//
// [Sphere] measures the same moments again, in coordinates in which C is about the
// identity: quadratic forms in them measure any features, to rounding. For many
// samples, [StreamSphered] computes both in one pass.
package moments
