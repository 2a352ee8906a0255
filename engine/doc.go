// Package engine holds the numerics, one package for each exchangeable part of
// the one idea that all methods share:
//
//		samples x_t → function space h(x) → moments (C, Ċ) → solve → features φ → readout
//
//	  - kernel: kernel functions, squared distances, the heuristic width
//	  - subset: which samples a sparse kernel expansion is built on
//	  - hierarchy: networks of small solves, layer upon layer, as another input
//	  - space: how a sample becomes a vector h(x)
//	  - graph: training graphs, which say what samples should be alike
//	  - moments: C and Ċ of h under a training graph, streamed in blocks
//	  - sfa: the solve, from moments to features
//	  - predictable: predictable features, other solves to compare slow ones with
//	  - online: the solve sample by sample
//	  - ica: a turn of the features that makes them independent
//	  - readout: what a supervised step makes of features
//	  - measure: slowness, unit variance, accuracy, all taken on data
//	  - papers: the papers' experiments as sweeps with a verdict
//	  - sweep: the plan of many points and its executor
//	  - linalg: the linear algebra beneath, in packages of its own
//
// Throughout, n counts samples, d inputs, m supports, p features and P the
// pairs (t, t+1) inside segments. C is divided by n and Ċ by P; Ċ is a second
// moment and is never centred.
package engine
