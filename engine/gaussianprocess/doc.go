// Package gaussianprocess predicts numbers by Gaussian processes (Rasmussen and
// Williams 2006): a [Prior] over functions, conditioned on n samples with their
// targets, gives each new sample a mean and a variance, and the data a likelihood,
// by which the parameters of the prior are fitted.
//
// [Condition] is exact, O(n³). [ConditionOn] stands for large n: the process is known at
// m inducing inputs alone, O(nm²), as deterministic training conditionals (DTC) or with
// the samples' own variances kept (FITC; Quiñonero-Candela and Rasmussen 2005). [Fit]
// maximises the likelihood from several starts.
//
// Samples are the rows of n×d matrices. Targets have mean 0, or the prior is a poor one:
// callers centre and scale them before. Variances are those of the function; those of
// an observation have [Prior.Noise]² more.
//
// To add a covariance: declare a [Shape] with its kernel and the slope by the logarithm of
// its length.
package gaussianprocess
