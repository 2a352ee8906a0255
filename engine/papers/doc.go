// Package papers provides the papers' experiments as sweeps that can be run here. Each consists
// of a built-in data set, a sweep over it, the paper's finding, and a check that determines from
// the sweep's results whether the finding holds here.
//
// Sizes are scaled down so that each experiment takes well under a minute, and the properties
// behind the finding are kept. Settings are the paper's if it states them. A check divides the
// finding into claims, each a margin that is measured on every fold, repeat or draw. From the
// margins and their errors it returns whether the finding holds, does not hold, or is
// undecided. It chooses parameters such as λ on validation, or by ξ on training as the paper
// does. A claim of equality has a margin that was fixed before the results, and is accompanied
// by a claim that the result is better than chance. Claims whose points are missing are
// omitted.
//
// To add an experiment, return it from the function in its paper's file, with the paper's
// finding, the sweep, the check, and the outcome on the built-in set. For a new paper, add its
// function to [Experiments].
package papers
