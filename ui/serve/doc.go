// Package serve shows the workbench to several people over SSH.
//
// Clients that hold one of the authorised keys see the data sets and sessions of one
// folder, and follow the same sweeps live. One of them, the owner, starts and changes
// sweeps. There is nothing else: no shell, no command, no files but those of the
// folder, no forwarding.
//
// The way of a connection:
//
//   - accept registers it among the connections. Until its client authenticates it is
//     one of the startups, which are bounded, so that clients without a key cannot
//     keep out those that have one.
//   - serveChannel opens a session for the client, within the limits of sessions, and
//     handles its requests: a terminal, then a shell.
//   - The session runs the workbench of [example.com/sfatui/ui], or a list in plain
//     text for a terminal that cannot show it. Home shows what the catalogue finds in the
//     folder; data that several look at is read once.
//   - The workbench sees the server as its host. The host asks the permissions whether
//     the client may start a sweep, and the relay to compute it.
//   - The relay passes records to followers by a broadcast for each session. The
//     broadcast is a list that only grows; each client reads it at its own pace, so
//     that it loses no record and a slow client does not hold up the sweep.
//   - When the server stops, it cancels the sweep, tells the clients, and waits until
//     all goroutines have ended.
package serve
