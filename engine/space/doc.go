// Package space holds the function spaces, which map a sample x to a vector h(x) from
// which linear features are computed.
//
// Explicit spaces are the inputs themselves ([Linear]), all monomials up to a degree
// ([Polynomial]) and 0.8Exp ([Exp08]). Any space can follow principal components,
// whitening or codes of the inputs ([Front]).
//
// The kernel space over a subset z of m supports has two bases of the same model. The
// printed basis is h_j(x) = κ(z_j, x) (Böhmer et al. 2012, Algorithm 1). The stable
// basis is orthonormal in the Hilbert space. In Algorithm 1 the coefficients of a
// feature sum to zero, so that a feature is a combination of the differences κ(z_j, ·)
// − κ(z_0, ·). With G the matrix of their inner products and G = LLᵀ, the functions
// L⁻¹(κ(z_j, ·) − κ(z_0, ·)) are an orthonormal basis of exactly that space, whether or
// not the kernel matrix has full rank. The condition of the problem is then not
// squared, and with the shifted kernel κ−1 the differences lose no digits at large σ.
//
// A kernel that is not positive semidefinite on the supports has no such Hilbert space.
// Both bases refuse it; [Corrected] accepts it, with the negative eigenvalues of the
// centred kernel matrix clipped to zero, flipped, shifted or squared.
//
// To add a function space: write the [Space] in a file of its own, and register it,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Build: Kind{Dim: dimOfMine, New: newMine}})
//
// To add a correction of indefinite kernels: define the corrected eigenvalue, and
// register it in [Corrections].
//
// To add a front: register its words by their prefix, with the function that fits it,
//
//	Fronts.Register(part.Part[FrontKind]{Name: "mine", Prefix: "mine:", Read: readMine, Build: FrontKind{Components: componentsOfMine, Fit: fitMine}})
package space
