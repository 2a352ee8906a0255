// Package commands holds the commands other than sweeps: those that read the
// records of sessions (check, compare, export …), that move or tag whole
// sessions (rm, undo, mv …), and that describe the program and the machine
// (version, doctor …).
package commands
