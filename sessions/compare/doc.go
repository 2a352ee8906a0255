// Package compare compares the points of two sessions, and recorded points with
// recomputed ones.
package compare
