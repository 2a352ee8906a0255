// Package commands has the commands beside sweeps: those that read what sessions record (check,
// compare, export …), that move sessions as a whole or tag them (rm, undo, mv …), and that
// describe the program and the machine (version, doctor …).
package commands
