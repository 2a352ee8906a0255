// Package home is the page from which everything is opened: the sessions, newest first, the
// data below them, and details of the one under the cursor.
//
// The page draws its frame before it has read anything. It reads the headers of the sessions
// first, then the details one by one, visible sessions first, and reads nothing twice that has
// not changed. Sessions and data come from a [Source].
package home
