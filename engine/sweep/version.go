package sweep

import (
	"runtime"

	"example.com/sfatui/engine/linalg/simd"
)

// Version is the engine's version. It is part of every point's key: raise it
// when a change makes any number differ.
const Version = "0.7.0"

// KernelPath names the arithmetic that this processor runs. Paths agree to
// rounding only, so it is part of every point's key.
func KernelPath() string { return simd.Path() + "-" + runtime.GOARCH }
