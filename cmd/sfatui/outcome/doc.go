// Package outcome prints the progress and the result of a sweep: the table with
// the best point, and the verdict on an experiment of the papers.
package outcome
