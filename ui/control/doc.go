// Package control is the session in hand and what computes it. It reads the data,
// starts, pauses and cancels sweeps, adds points to them, follows what other
// processes write, plays replays, and knows what the sweep is doing now. It has no
// screen: header and pages ask it.
//
// What runs beside the screen belongs to a [Group]: a sweep, a reader of a session, an answer that is
// computed, such as those of the [Prober] about one point. It ends before the program does, and
// a panic in it ends the program with the terminal as it was. Where several screens show a
// sweep, a [Host] computes it and says what its user may do.
package control
