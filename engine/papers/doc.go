// Package papers holds the papers' experiments as sweeps that can be run here:
// each is a built-in data set, a sweep over it, what the paper found, and a check
// that says from the sweep's results whether the same is found here.
//
// Sizes are scaled down so that each takes well under a minute; what makes the
// finding is kept; settings are the paper's where it names them. A check breaks the
// finding into claims, each a margin that is measured on every fold, repeat or draw, and
// returns from the margins and their errors whether the finding holds, does not hold, or
// is undecided. What it chooses, such as λ, it chooses on validation, or by ξ on training
// where the paper does. A claim that two things are equal has a margin that was stated
// before the results, and a claim beside it that both are better than chance. Claims whose
// points are missing are left out, the others judged.
//
// To add an experiment: return it from a function of its paper's file, with what the paper
// found, the sweep, the check, and the outcome on the built-in set; for a new paper, add
// the function to [Experiments].
package papers
