package sweep

import (
	"runtime"
	"strings"

	"example.com/sfatui/engine/linalg/simd"
)

// Version is the engine's version. It is part of every point's key: raise it
// when a change makes any number differ.
const Version = "0.7.0"

// KernelPath names the arithmetic that this processor runs. Paths agree to
// rounding only, so it is part of every point's key.
func KernelPath() string { return simd.Path() + "-" + runtime.GOARCH }

// TakeKernelPath has the arithmetic of the given name run from now on, where this processor
// has it and the user asks for none. It is for the start of a program: nothing may compute
// meanwhile.
func TakeKernelPath(name string) {
	if path, arch, _ := strings.Cut(name, "-"); arch == runtime.GOARCH {
		simd.Take(path)
	}
}
