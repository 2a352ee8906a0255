// Package moments accumulates the first and second moments of h(x) under the
// time graph, streamed in blocks of samples: memory is O(m² + block·m).
//
// With n samples and P pairs (t, t+1) inside segments,
//
//	h̄ = 1/n Σ h_t,  C = 1/n Σ (h_t − h̄)(h_t − h̄)ᵀ,  Ċ = 1/P Σ (h_{t+1} − h_t)(h_{t+1} − h_t)ᵀ.
//
// Ċ is a second moment and is never centred. Blocks are centred on their own
// mean and merged pairwise (Chan, Golub and LeVeque 1983), so a large mean
// costs no digits. Block borders are counted from each segment's start, so the
// same data give the same bytes whatever else runs.
package moments
