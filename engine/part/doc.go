// Package part holds what every part of the engine speaks of: the [Point], one full
// set of parameters, and the values that its parameters take.
package part
