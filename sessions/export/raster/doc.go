// Package raster draws the drawings of package svg as PNG images. It reads their SVG, which
// is the one description of a drawing, and fills its shapes with antialiasing. Text is set in
// Go Regular, which has Latin, Greek and Cyrillic letters; Chinese, Japanese and Korean are set
// in bitmap glyphs of 12 pixels, and a character that neither has is named by its code point.
// Both fonts are compiled in, so that images have equal bytes on every machine.
//
// To draw another SVG element, add a case to canvas.draw; an element or path command without
// one is an error, and a test draws every kind of drawing.
package raster
