// Package space holds the function spaces: how a sample x becomes a vector
// h(x) from which linear features are made.
//
// Explicit spaces are the inputs themselves ([Linear]), all monomials up to a
// degree ([Polynomial]) and 0.8Exp ([Exp08]). Any space can stand behind
// principal components, whitening or codes of the inputs ([Front]).
//
// The kernel space over a subset z of m supports comes in two bases of the same
// model. The printed basis is h_j(x) = κ(z_j, x) (Böhmer et al. 2012, Algorithm
// 1). The stable basis is orthonormal in the Hilbert space. Algorithm 1 lets
// the coefficients of a feature sum to zero, so a feature is a combination of
// the differences κ(z_j, ·) − κ(z_0, ·); with G the matrix of their inner
// products and G = LLᵀ, the functions L⁻¹(κ(z_j, ·) − κ(z_0, ·)) are an
// orthonormal basis of exactly that space, whether or not the kernel matrix has
// full rank. The condition of the problem is then not squared, and with the
// shifted kernel κ−1 the differences lose no digits at large σ.
//
// A kernel that is not positive semi-definite on the supports has no such Hilbert
// space. Both bases refuse it; [Corrected] takes it, with the negative eigenvalues
// of the centred kernel matrix set to zero, turned, lifted or squared.
//
// To add a function space: write the [Space] in a file of its own, and register it,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Build: Kind{Dim: dimOfMine, New: newMine}})
//
// To add a correction of indefinite kernels: say what becomes of an eigenvalue, and register
// it in [Corrections].
//
// To add a front: register its words by their prefix, with what fits it,
//
//	Fronts.Register(part.Part[FrontKind]{Name: "mine", Prefix: "mine:", Read: readMine, Build: FrontKind{Components: componentsOfMine, Fit: fitMine}})
package space
