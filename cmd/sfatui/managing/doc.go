// Package managing has the commands that move sessions as a whole, or give them words: rm,
// undo, mv and tag.
package managing
