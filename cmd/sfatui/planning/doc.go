// Package planning opens the data that a command line names, proposes remedies
// if it cannot be opened, and plans the sweep.
package planning
