// Package result holds the results of points: measures, notes and errors.
package result
