// Package advise reads the results of a sweep and says what to compute next, in
// one sentence with its evidence (Böhmer et al. 2012, section 6.2). It looks at
// training and validation results only, never at those of a test part.
//
// [Consider] gives all that there is to say, the most pressing first; a [Driver]
// takes the first of it that can be computed, round by round, within a budget.
// Nothing here computes or reads a file: an advice holds the points to add.
package advise
