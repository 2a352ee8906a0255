// Package list finds and lists sessions, and resolves the words by which users refer to
// them. Every command that takes a session and the workbench's home page
// resolve words through it, so that a word means the same everywhere.
//
// Unnamed sessions are stored in [Folder]. Sessions are searched for in folders
// and at the paths that were opened before. A word is, in this order: the path
// of a session; "-", the newest; its number in the list; its name; the name of
// a data set, for the newest session of it; or any part of a name that only one
// session has.
//
// [Glance] and [Item.Fill] read a session as a line of a list: its state, and the best
// configuration so far. An [Outline] holds the finished points of a session and reads their
// results on demand.
//
// An [Index] caches the summaries that lists show, so that a list of a thousand
// sessions reads the times of their files instead of the files. It is stored in
// the user's cache folder, one file for each session. It may be damaged or
// removed at any time: missing summaries are computed again. An entry is valid
// if its path, program and stamp match and its checksum is correct. The index
// never writes to sessions.
package list
