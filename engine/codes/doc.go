// Package codes writes samples as sums of atoms, learns the atoms, and recovers samples from
// few measurements. Hammer, Modern Data Analysis (2014), sections 2 and 3, describes all of
// its methods.
//
// X is N×n, a sample a row. Codes are N×K, a dictionary, the parts and a base K×n, an atom a
// row.
//
// Sparse codes: a code a of a sample x has few entries that are not zero, and x ≈ Dᵀa for a
// dictionary D. [Coder.OMP] chooses the atoms greedily (orthogonal matching pursuit in its
// batch form; Rubinstein, Zibulevsky and Elad 2008), [Coder.L1] minimises
// ‖x − Dᵀa‖² + λ‖a‖₁ exactly (feature-sign search; Lee et al. 2007). [KSVD] learns D and the
// codes of a training set atom by atom (Aharon, Elad and Bruckstein 2006), [L1Dictionary] in
// turn with [Atoms], which computes the best atoms for given codes from their Lagrange dual.
//
// Parts without negative numbers: X ≈ AD with codes A and parts D that are not negative.
// [MultiplicativeParts] implements the method of Lee and Seung (2001) for the squared error
// and for the generalised Kullback–Leibler divergence, [SparseParts] that of Kim and Park
// (2007) by alternating non-negative least squares, which yields codes with exact zeros, and
// [HoyerParts] that of Hoyer (2004), which keeps parts at a given sparseness by the
// projection [ProjectSparseness]. [CodeParts] and [CodePartsDivergent] code further samples.
//
// Compressed sensing (Donoho 2006; Candès, Romberg and Tao 2006): of a sample x of n numbers,
// m are measured, y = Φᵀx with Φ n×m. With x = Dᵀa for a base D, a [Decoder] computes the code
// of least 1-norm that y allows, as a linear program (package machines), or with noise
// ‖y − ΦᵀDᵀa‖₂ ≤ η along the path of the lasso, or by orthogonal matching pursuit.
// [Coherence] and [Isometry] bound beforehand how well the measurements suit the base.
package codes
