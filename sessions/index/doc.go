// Package index keeps what lists show of sessions, so that a list of a thousand reads
// the times of their files instead of the files. It lies in the user's cache folder, a file
// for each session, and may be lost, damaged or removed at any time: what it holds is then
// read anew. An entry counts where path, program and the stamp of the session are those
// that it was made with, and its checksum is right. Sessions are never written to.
package index
