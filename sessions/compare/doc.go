// Package compare compares the points of two sessions, and recorded points with the same points
// computed again.
package compare
