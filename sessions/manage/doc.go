// Package manage moves sessions as a whole: to another name, into the trash and back.
//
// The trash of a folder is the folder [Trash] in it. A session gets there by a rename, so it
// costs nothing and needs no space, and nothing is ever copied. What is not verified to be a
// session is refused, and so is a link, and a session that a process computes.
package manage
