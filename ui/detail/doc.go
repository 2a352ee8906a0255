// Package detail says all about the point under the cursor in a column of text: the
// verdict, what it is against ★, why ★ is ★, one step along each axis, its folds, what
// was solved, and where it comes from. The pane of the sweep, the summary of a point and
// the page that answers why take their parts from here.
//
// To add a part: write a function that gives its lines for a width, and add it to the
// table of [Lines] at its rank. What finds no room is cut from the end.
package detail
