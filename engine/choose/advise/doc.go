// Package advise reads the results of a sweep and says what to compute next, in
// one sentence with its evidence (Böhmer et al. 2012, section 6.2). It looks at
// training and validation results only, never at those of a test part.
//
// [Consider] gives all that there is to say, the most pressing first; a [Driver]
// takes the first of it that can be computed, round by round, within a budget, until
// each direction from the best point, an axis up or down, was tried in vain. What is left of a
// budget of points is spent by expected improvement.
// Nothing here computes or reads a file: an advice holds the points to add.
//
// To add a rule: write a method of findings that returns advices with their
// evidence, add it to the rules, and give its kind a place in the order, both in
// consider.go.
package advise
