// Package moments accumulates the first and second moments of h(x) under the
// time graph, streamed in blocks of samples: memory is O(m² + block·m).
//
// With n samples and P pairs (t, t+1) inside segments,
//
//	h̄ = 1/n Σ h_t,  C = 1/n Σ (h_t − h̄)(h_t − h̄)ᵀ,  Ċ = 1/P Σ (h_{t+1} − h_t)(h_{t+1} − h_t)ᵀ.
//
// Both come from the same rows. A segment is cut into chunks of L = 16 samples
// and a tail of chunks of 8, 4, 2 and 1. The DCT-II of length L diagonalises the
// differences inside a chunk (Strang, The discrete cosine transform, SIAM
// Review 1999): with y_f its orthonormal rows applied to the chunk,
//
//	Σ (h_t − h̄_chunk)(h_t − h̄_chunk)ᵀ = Σ y_f y_fᵀ,
//	Σ (h_{t+1} − h_t)(h_{t+1} − h_t)ᵀ = Σ (2 − 2cos(πf/L)) y_f y_fᵀ,  f = 1 … L−1.
//
// One product of the rows of one f so serves C and Ċ. The means of the chunks
// enter C alone, and the differences that join two chunks of a segment Ċ alone:
// n + n/16 rows instead of 2n. All of them are added with positive weight.
//
// Ċ is a second moment and is never centred. Chunks are centred on their own
// mean and merged pairwise (Chan, Golub and LeVeque 1983) relative to the first
// sample, so a large mean costs no digits; the y_f are made of the differences,
// so that Ċ loses none beside values that are large. Chunks are counted from each
// segment's start and no block cuts one, each function is transformed by itself
// and sums have a fixed order, so the same data give the same bytes whatever
// else runs, and the moments of the first functions are leading blocks.
//
// [Sphere] measures the same moments once more, in coordinates in which C is about the
// identity: quadratic forms in them are measures of any features, to rounding. Where samples
// are many, [StreamSphered] has both from one pass.
package moments
