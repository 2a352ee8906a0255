// Package result is what one point gives: its measures, its notes, or its error.
package result
