// Package theme styles text: a colour and attributes for each role, a ramp of colours for maps,
// and ASCII for terminals that show nothing else.
//
// To add a theme: add a palette to the themes and its name to the setting "theme". The tests
// check that its colours can be distinguished by colour-blind readers.
package theme
