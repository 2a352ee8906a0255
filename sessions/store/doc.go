// Package store is the directory of a session on a disk: its layout, how files come
// to be in it, and what is damaged of it.
//
// A file is published: written under a temporary name, forced to disk and then
// linked to its name, so that nobody sees a part of it, and the first one wins. No
// other package of sessions opens a file of a session by its path. A [Dir] is opened
// once, and nothing outside of it is read or written, whatever links are planted in
// it meanwhile; a [Place] says where it is.
//
// [Save] is the same for a single file of the user's.
package store
