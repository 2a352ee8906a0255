// Package choose answers what a person decides by after a sweep: the means of
// measures over folds and draws with their errors, which choice of parameters
// is best, how two choices compare, and on which parameters they differ. It
// computes nothing anew; it reads results.
package choose
