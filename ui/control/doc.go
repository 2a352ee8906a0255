// Package control holds the current session and its computation. It reads the data, starts,
// pauses and cancels sweeps, adds points to them, follows what other processes write, plays
// replays, and reports the state of the sweep. It draws nothing: header and pages read it.
//
// Background goroutines belong to a [Group]: a sweep, a reader of a session, or a computation
// such as those of the [Prober] about one point. They end before the program does, and a panic
// in one ends the program with the terminal restored. If several screens show a sweep, a [Host]
// computes it and reports the permissions of its users.
package control
