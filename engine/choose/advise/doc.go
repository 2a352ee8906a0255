// Package advise suggests what to compute next from the results of a sweep, in one
// sentence with its evidence (Böhmer et al. 2012, section 6.2). It reads training and
// validation results only, never those of a test part.
//
// [Consider] returns all suggestions, the most pressing first. A [Driver] takes the
// first that can be computed, round by round, within a budget, until every direction
// from the best point, an axis up or down, was tried without success. It spends the
// rest of a budget of points by expected improvement. Nothing here computes or reads a
// file: a piece of advice holds the points to add.
//
// To add a rule: write a method of findings that returns pieces of advice with their evidence,
// add it to the rules, and insert its kind in the order, both in consider.go.
package advise
