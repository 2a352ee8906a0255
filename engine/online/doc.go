// Package online learns slow features one sample at a time, without a
// covariance matrix of the functions: incremental slow feature analysis
// (Kompella, Luciw and Schmidhuber 2012; Hammer 2014, section 1). From the
// vectors h(x) of any function space it learns φ = Aᵀ(h − mean), and it compares
// them with the solution that package sfa finds from all samples. It needs more
// samples than that: it is for streams, for too many functions, and for sources
// that change.
//
// A sample goes through three steps.
//
// First, the mean is updated. Like all averages here it is amnesic: sample n has
// the weight (1+l)/(n+l), so that the average is over about the last 1/(1+l) of
// all samples, and the effect of a poor start vanishes.
//
// Second, the sample is whitened by candid covariance-free incremental PCA (Weng,
// Zhang and Hwang 2003). Each of r directions turns towards the rest u of the
// sample after the directions before it, v ← (1−w)v + w(uᵀv/‖v‖)u; the length of
// v is the variance. As published, the directions after the one that turns keep
// their place and are no longer orthogonal to it; the small part of a large
// component that leaks into a small one then dominates it. Here the same rotation
// turns them too, so that all directions are orthonormal at every sample, in
// O(m·r) as before. The features learned so far turn along with them.
//
// Third, the minor components are updated: the slow features are the directions of
// least variance of the whitened differences ż. The anti-Hebbian step
// w ← w − η(żᵀw)ż is not stable. Here it is implicit,
// w ← w − η/(1+η‖ż‖²)·(żᵀw)ż (Toulis and Airoldi 2017), which shrinks w along ż
// alone and never reverses it, for any η. Then the directions are decorrelated in
// order and scaled to unit length, as Hammer does; sequential addition (Peng and
// Yi 2006) does the same in small steps. The learner keeps a few more directions
// than requested, because a space converges faster if the gap behind it is wider.
// At intervals it rotates them to the axes of their matrix of squared differences
// (Rayleigh and Ritz), which sorts them: one by one they would converge slowly.
//
// The rate has no unit. It is divided by the sum of the slownesses of all
// components, which is at least the largest eigenvalue γ that section 1 of Hammer
// uses, and by the number of samples over which a difference keeps its direction.
// [Options] lists the settings; [Defaults] fits most data.
//
// A sample takes O(m·r + r·p²) time and a learner O(m·r) memory. The start alone is
// random, by the seed.
package online
