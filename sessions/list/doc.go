// Package list finds sessions: where they are, which there are, and what a word for one means.
// Every command that takes a session and the workbench's home read words through it, so that a
// word means the same everywhere.
//
// Sessions without a name go into [Folder]. They are looked for in folders and at the paths that
// were opened before. A word is, in this order: the path of a session; "-", the newest; its
// number in the list; its name; the name of a data set, for the newest session of it; and any
// part of a name that only one session has.
//
// An [Index] keeps what lists show of sessions, so that a list of a thousand reads the times of
// their files instead of the files. It lies in the user's cache folder, a file for each session,
// and may be lost, damaged or removed at any time: what it holds is then read anew. An entry
// counts where path, program and the stamp of the session are those that it was made with, and
// its checksum is right. Sessions are never written to.
package list
