// Package sensing recovers samples from few linear measurements of them, where they are
// sums of few atoms of a base (compressed sensing; Donoho 2006; Candès, Romberg and Tao
// 2006; Hammer, Modern Data Analysis, 2014, section 3).
//
// Of a sample x of n numbers m are measured, y = Φᵀx. With x = Da, [Decoder] looks for the
// code a that y = ΦᵀDa allows: the one of least 1-norm, as a linear program (package machines), or
// with noise ‖y − ΦᵀDa‖₂ ≤ η along the path of the lasso (package sparse), or by orthogonal
// matching pursuit. [Coherence] and [Isometry] bound beforehand how well the measurements
// suit the base.
//
// A base is stored as K×n, an atom a row, as dictionaries are in package sparse; Φ is n×m.
package sensing
