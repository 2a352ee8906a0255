// Package sparse writes samples as sums of few atoms, and learns the atoms.
//
// A dictionary D has K atoms of length n as its columns; a code a of a sample x has few
// entries that are not zero, and x ≈ Da. [Coder.OMP] chooses the atoms greedily
// (orthogonal matching pursuit in its batch form; Rubinstein, Zibulevsky and Elad 2008),
// [Coder.L1] minimises ‖x − Da‖² + λ‖a‖₁ exactly (feature-sign search; Lee et al. 2007).
// [KSVD] learns D and the codes of a training set atom by atom (Aharon, Elad and Bruckstein
// 2006), [L1Dictionary] in turn with [Atoms], which finds the best atoms for given codes
// from their Lagrange dual. All are in Hammer, Modern Data Analysis (2014), section 2.
//
// Samples are rows here, as everywhere in the engine: X is N×n, codes are N×K. A dictionary
// is stored as K×n, an atom a row.
package sparse
