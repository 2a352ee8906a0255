// Package cluster holds the commands for sweeps that many machines compute: what submits
// tasks, what a task computes, what lists them.
package cluster
