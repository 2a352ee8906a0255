// Package chart draws line charts of a sweep in text: several series over a
// linear or logarithmic axis, with markers, error bars, thresholds, the best
// point and a cursor. asciigraph draws the lines; this package scales before
// it and styles after it. It knows nothing of sweeps.
package chart
