package sweep

import "runtime"

// Version is the engine's version. It is part of every point's key: raise it
// when a change makes any number differ.
const Version = "0.1.0"

// KernelPath names the arithmetic that this processor runs. Paths agree to
// rounding only, so it is part of every point's key.
func KernelPath() string { return "gonum-" + runtime.GOARCH }
