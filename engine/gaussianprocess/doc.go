// Package gaussianprocess predicts numbers by Gaussian processes (Rasmussen and
// Williams 2006): a [Prior] over functions, conditioned on n samples with their
// targets, yields a mean and a variance for each new sample, and a likelihood of the
// data, which [Fit] maximises over the parameters of the prior.
//
// [Condition] is exact, O(n³). [ConditionOn] suits large n: the process depends on its
// values at m inducing inputs alone, O(nm²), as deterministic training conditionals (DTC)
// or with the variances of the samples kept (FITC; Quiñonero-Candela and Rasmussen 2005).
//
// Samples are the rows of n×d matrices. The prior has mean 0, so that
// callers centre and scale the targets first. Variances are those of the function; those
// of an observation are larger by Noise² of the [Prior].
//
// To add a covariance: declare a [Shape] with its kernel and the slope by the logarithm of
// its length.
package gaussianprocess
