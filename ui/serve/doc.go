// Package serve shows the workbench to several people over SSH.
//
// Clients that hold one of the authorised keys see the data sets and sessions of one
// folder, and follow the same sweeps live. One of them, the owner, starts and changes
// sweeps. The server provides no shell, no commands, no forwarding, and no files outside
// the folder.
//
// The path of a connection:
//
//   - accept registers it among the connections. Until its client authenticates it is
//     one of the startups, whose number is limited, so that clients without a key cannot
//     keep out clients with one.
//   - serveChannel opens a session for the client, within the limits of sessions, and
//     handles its requests: a terminal, then a shell.
//   - The session runs the workbench of [example.com/sfatui/ui], or a list in plain
//     text for a terminal that cannot show it. The home page lists the contents of the
//     catalogue; data that several clients use is read once.
//   - The workbench uses the server as its host. The host checks the permissions before a
//     client starts a sweep, and the relay computes it.
//   - The relay passes records to followers by a broadcast for each session. The
//     broadcast is a list that only grows; each client reads it at its own pace, so
//     that it loses no record and a slow client does not delay the sweep.
//   - When the server stops, it cancels the sweep, notifies the clients, and waits until
//     all goroutines have ended.
package serve
