// Package manage moves whole sessions: to another name, into the trash and
// back.
//
// The trash of a folder is the folder [Trash] in it. A session is moved there
// by a rename, without copying, and so needs no space. Anything that is not
// verified to be a session is refused, and so are links and sessions that a
// process computes.
package manage
