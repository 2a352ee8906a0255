// Package online learns slow features one sample at a time, without a
// covariance matrix of the functions: incremental slow feature analysis
// (Kompella, Luciw and Schmidhuber 2012; Hammer 2014, section 1). It takes the
// vectors h(x) of any function space and gives φ = Aᵀ(h − mean), and tells how
// near it has come to the solution that package sfa finds from all samples.
// It needs more of them than that: it is for streams, for functions that are too
// many, and for a world that changes.
//
// A sample goes through three steps.
//
// The mean follows h. As all averages here it is amnesic: sample n weighs
// (1+l)/(n+l), so that the memory is about the last 1/(1+l) of all samples, and
// what was learned from a poor start is forgotten.
//
// Whitening is candid covariance-free incremental PCA (Weng, Zhang and Hwang
// 2003). Each of r directions turns towards what the ones before it leave of the
// sample, as v ← (1−w)v + w(uᵀv/‖v‖)u does, whose length is the variance. As
// published, the directions behind the one that turns stay where they are and
// are no longer orthogonal to it; the little of a large component that leaks
// into a small one then swamps it. Here they are carried along by the same
// rotation, so that all directions are orthonormal at every sample, in O(m·r) as
// before. The features learned so far are carried over too.
//
// Minor components: the slow features are the directions of least variance of
// the whitened differences ż. The anti-Hebbian step w ← w − η(żᵀw)ż is not
// stable. It is taken implicitly, w ← w − η/(1+η‖ż‖²)·(żᵀw)ż (Toulis and Airoldi
// 2017), which shrinks what the sample finds fast and nothing else, whatever η
// is. Then the directions are decorrelated in order and scaled to unit length,
// as Hammer has it; sequential addition (Peng and Yi 2006) does the same little
// by little. A few more are learned than asked for, because a space is found the
// faster the wider the gap behind it is. From time to time they are rotated to
// the axes of their own small matrix of squared differences (Rayleigh and Ritz),
// which puts them in order: one by one they would find theirs only slowly.
//
// The rate has no unit. It is divided by the sum of the slownesses of all
// components, which is no less than the largest eigenvalue γ that Hammer's
// section 1 asks for, and by the number of samples over which a difference keeps
// its direction. [Options] says what can be set; [Defaults] fits most data.
//
// A sample takes O(m·r + r·p²) time and a learner O(m·r) memory. Nothing but the
// seed is random.
package online
