// Package cluster holds the commands for sweeps on many machines: they submit
// tasks, compute one, and list them.
package cluster
