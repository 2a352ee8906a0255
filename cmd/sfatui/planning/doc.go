// Package planning opens the data that a command line names, says what would mend it where
// it cannot be opened, and plans the sweep.
package planning
