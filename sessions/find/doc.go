// Package find knows where sessions are, which there are, and what a word for one means. Every
// command that takes a session and the workbench's home read words through it, so that
// a word means the same everywhere.
//
// Those that are not named go into [Folder]. They are looked for in folders and at the paths that were opened before. A word
// is, in this order: the path of a session; "-", the newest; its number in the list;
// its name; the name of a data set, for the newest session of it; and any part of a
// name that only one session has.
package find
