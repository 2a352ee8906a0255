// Package theme gives text its look: a colour and attributes for each role, a
// ramp of colours for maps, and ASCII for terminals that show nothing else.
//
// To add a theme: add a palette to the themes and its name to the setting
// "theme". The tests hold it to what colour-blind eyes can tell apart.
package theme
