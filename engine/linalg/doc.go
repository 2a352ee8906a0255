// Package linalg is the linear algebra beneath the engine: symmetric rank-k
// updates and symmetric eigenproblems. Everything here is deterministic: the
// result does not depend on the number of processors, because work is divided
// into parts whose results do not touch. Long computations watch a context and
// stop within a fraction of a second.
package linalg
