// Package outcome tells how a sweep goes on and how it ended: progress, the table with the
// best point, the verdict on an experiment of the papers.
package outcome
