// Package engine holds the numerics, one package for each exchangeable part of
// the one idea that all methods share:
//
//	samples x_t → function space h(x) → moments (C, Ċ) → solve → features φ → readout
//
// A sample's way runs down this list:
//
//   - preparation: the samples of a fold, prepared by steps that are fitted on the training part
//   - hierarchy: networks of small solves, layer upon layer, as another input
//   - encode: codes as another input, by codes (sparse codes and dictionaries, parts without
//     negative numbers, recovery from few measurements)
//   - kernel: kernel functions, squared distances, the heuristic width; those of whole
//     series rest on align, those of strings on symbol, stringkernel, hmm
//   - subset: which samples a sparse kernel expansion is built on
//   - space: how a sample becomes a vector h(x)
//   - graph: training graphs, which define the pairs of samples that should have similar features
//   - moments: C and Ċ of h under a training graph, streamed in blocks
//   - method: the problem to solve, by sfa (slow features), predictable, online and,
//     as a rotation afterwards, ica
//   - readout: the supervised step on features, by nearest, gaussianprocess and
//     machines (support vectors, core vectors, support features)
//   - measure: the measures of features and readouts, as a table
//   - choose: means, errors, comparisons, the best point; choose/advise: the advisor
//
// The other packages are part (parts, their parameters and points), result (the result of one
// point), sweep (the plan of many points) with sweep/run (its executor) and sweep/resolve
// (finished points, solved again), papers (the papers' experiments as sweeps with a verdict),
// bench (benchmarks against numpy), allotment (the share of the machine that the process may
// use), progress (the progress of long computations), and linalg (linear algebra, in its own
// packages).
//
// Throughout, n counts samples, d inputs, m supports, p features and P the
// pairs (t, t+1) inside segments. C is divided by n and Ċ by P; Ċ is a second
// moment and is never centred.
//
// The project's own words:
//
//   - axis: one parameter as a sweep varies it, with the flag of its name
//   - choice: the parameters that are equal in all folds and draws of a point
//   - draw: one repetition of the random steps of a point
//   - fold: one division of the data into a training and a test part; in a training
//     part, the validation part is set aside for choosing
//   - front: principal components of the inputs that a function space is built on
//   - job: the points that share a function space on a fold; they are computed together
//   - kernel path: the set of processor instructions that the arithmetic uses; paths
//     agree to rounding only, so the path is part of a point's key
//   - key: the SHA-256 of a point, the data, the engine's version and the kernel path
//   - point: one full set of parameters, that is, all that changes a result
//   - segment: consecutive samples (a word, a recording, a trial); no difference,
//     window or edge in time crosses its border
//   - stage: a step of the computation whose result several points share
//   - support: a sample that a kernel expansion is built on; the picks of a selection
package engine
