// Package store manages the directory of a session on a disk: its layout, the
// publication of files, and damage.
//
// A file is published: written under a temporary name, synced and then linked
// to its name. Readers never see a part of it, and the first writer wins. No
// other package of sessions opens a file of a session by its path. A [Dir] is
// opened once, and operations on it cannot leave it, whatever links are created
// in it meanwhile. A [Place] is the location of a directory.
//
// [Save] does the same for a single file of the user.
package store
