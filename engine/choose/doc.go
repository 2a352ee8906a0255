// Package choose answers what a person decides by after a sweep: the means of
// measures over folds and draws with their errors, which choice of parameters
// is best and how sure that is, how two choices compare, and on which parameters
// they differ. It computes nothing anew; it reads results. Tables, charts,
// exports, the advisor and the command line all ask it.
//
// [By] scores the rows of a sweep on their validation parts, orders them and makes
// the [Choice]: the row marked ★ and all that is said beside it. Nothing of that
// reads a test measure.
//
// [Disagreement] counts the pairs of points that validation parts order differently, and
// [Stationarity] compares the parts of one series: both beyond what noise makes.
//
// [By.Importance] says which axes of a sweep matter, by [Decompose]; [By.Hindsight] what
// test says of a choice that is made.
package choose
