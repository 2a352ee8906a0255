// Package serve shows the workbench to several people over SSH.
//
// Everyone who has one of the authorised keys sees the data sets and sessions of
// one folder, and watches the same sweeps live: each client is a program of
// [example.com/sfatui/ui] of its own, and the broker hands all of them the
// records of the sweeps. The broker keeps a session's records in one list that
// only grows; a client goes through it at its own pace, so that none is lost to
// it and the slowest costs the sweep nothing. One person, the owner, starts and
// changes sweeps.
//
// Nothing else is to be had: no shell, no command, no files but those of the
// folder, no forwarding. Identity is the key that the handshake has proved.
package serve
