// Package share divides a sweep among tasks that do not communicate.
//
// A division is a pure function of the plans as written, of the size of the data and of the
// number of tasks: every task, on every machine, at every attempt, computes the same division.
// Each task computes the stages that its points need (distances, the choice of supports,
// moments, rotations), so separating points that share a stage costs work. [Sweep] counts each
// stage once per task. [Sweep.Divide] sorts points that share stages together and cuts them
// into shares of about equal work: between folds, between choices of supports, between jobs or
// between points. It takes the cut that finishes first among those that compute at most
// [Tolerated] times the work of a single process.
//
// To count a further stage, add a level to stagesOf, ordered from the stage that most points
// share to the one that fewest share, and its work in operations of a matrix product.
package share
