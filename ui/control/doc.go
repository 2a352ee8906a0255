// Package control is the session in hand and what computes it. It reads the data,
// starts, pauses and cancels sweeps, adds points to them, follows what other
// processes write, plays replays, and knows what the sweep is doing now. It has no
// screen: header and pages ask it.
package control
