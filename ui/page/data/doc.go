// Package data is the place of the data: what files and columns hold, which roles and
// which preparation they have, a picture of a segment, what follows for a sweep, and
// what is to be settled before one.
//
// Nothing is applied but by a key. What changes is read anew beside the screen, and a
// newer change ends the reading of an older one. Once a sweep has begun, a change makes
// a session of its own; the one that exists keeps its data.
package data
