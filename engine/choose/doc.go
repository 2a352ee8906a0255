// Package choose summarises the results of a sweep for decisions: the means of measures
// over folds and draws with their errors, the best choice of parameters and its
// certainty, the comparison of two choices, and the parameters in which choices differ.
// It reads results and trains nothing. Tables, charts, exports, the advisor and the
// command line use it.
//
// [By] scores the rows of a sweep on their validation parts, orders them and makes the
// [Choice]: the row marked ★ with its statistics and warnings. It reads no test
// measure.
//
// [Disagreement] counts the pairs of points that validation parts order differently,
// and [Stationarity] compares the parts of one series. Both discount noise.
//
// [By.Importance] measures how much each axis of a sweep matters, by [Decompose];
// [By.Hindsight] compares a choice with the test parts once it is made.
package choose
