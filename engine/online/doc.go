// Package online learns slow features one sample at a time, without a
// covariance matrix: incremental slow feature analysis (Kompella, Luciw and
// Schmidhuber 2012; Hammer 2014, section 1). It takes the vectors h(x) of any
// function space and gives φ = Aᵀ(h − mean), and tells how near it has come to
// the solution that engine/sfa finds from all samples at once.
//
// A sample takes three steps.
//
// The mean follows h, an amnesic mean as all averages here: sample n weighs
// (1+l)/(n+l), so that what was learned from a poor start is forgotten and the
// memory is always the last 1/(1+l) of all samples, or a little more.
//
// Whitening: candid covariance-free incremental PCA (Weng, Zhang and Hwang 2003)
// turns each of r principal directions towards what the ones before it leave of
// the sample, by the angle of v ← (1−w)v + w(uᵀv/‖v‖)u, whose length is the
// variance. As published, it lets the directions after the one that turns stand
// where they are, no longer orthogonal; the variance that leaks from large
// components into small ones then swamps them. Here they are carried along by
// the same rotation, so the directions are orthonormal at every sample, still in
// O(m·r), and the features learned so far are carried over as well.
//
// Minor components: the features are the directions of least variance of the
// whitened differences ż. The anti-Hebbian step w ← w − η(żᵀw)ż is unstable; it
// is taken implicitly instead, w ← w − η/(1+η‖ż‖²)·(żᵀw)ż, which for any η only
// shrinks what the sample finds fast, and is followed by decorrelation in order
// and scaling to unit length. (Sequential addition, Peng and Yi 2006, is that
// decorrelation done little by little.) A few more directions are learned than
// asked for, because the subspace comes the faster the wider the gap behind it
// is; from time to time they are rotated to the axes of their own small matrix of
// squared differences (Rayleigh and Ritz), which puts them in order.
//
// The rate η has no unit: it is divided by the sum of all slownesses, which is
// larger than the largest eigenvalue γ that section 1 of Hammer asks for, and by
// the number of samples over which a difference keeps its direction. See
// [Options] for what can be set.
//
// A sample takes O(m·r + r·p²) time, a learner O(m·r) memory.
package online
