package simd

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// pathVariable is the name of the environment variable that selects a path.
const pathVariable = "SFATUI_KERNELS"

// A path is one set of kernels.
type path int

const (
	portable path = iota
	avx2
	avx512
)

// pathNames are the names of the paths in the environment variable and in [Path].
var pathNames = [...]string{portable: "portable", avx2: "avx2", avx512: "avx512"}

// active is the path in use. Only [Select] and tests change it after the start.
var active = choosePath(os.Getenv(pathVariable), best())

// Path returns the name of the active path: "avx512", "avx2" or "portable".
func Path() string { return pathNames[active] }

// Requested returns the path that the environment selects, and whether it is active. It
// is not active if its name is unknown or the processor lacks it. An empty request is
// always granted.
func Requested() (name string, granted bool) {
	name = os.Getenv(pathVariable)
	return name, name == "" || name == Path()
}

// Select activates the named path if the processor has it and the environment selects
// none, and reports whether it is active. The same path yields the same bits on every
// machine. Select must be called at the start of a program, before any computation.
func Select(name string) bool {
	if p := slices.Index(Paths(), name); p >= 0 && os.Getenv(pathVariable) == "" {
		active = path(p)
	}
	return Path() == name
}

// DescribePaths returns the sentence that lists all paths and those of this processor.
func DescribePaths() string {
	return fmt.Sprintf("it may be %s, of which this processor has %s", strings.Join(pathNames[:], ", "), strings.Join(Paths(), ", "))
}

// choosePath returns the requested path if the processor has it, else top, the best
// path of the processor. A processor has every path below its best.
func choosePath(asked string, top path) path {
	for p, name := range pathNames {
		if name == asked && path(p) <= top {
			return path(p)
		}
	}
	return top
}

// Paths returns the names of the paths that this processor has, the best one last.
func Paths() []string { return slices.Clone(pathNames[:best()+1]) }

// FusedMultiplyAdds adds products in registers at the full rate of the named path,
// without accessing memory: rounds times in each register that a tile sums in. It
// returns the number of operations, two for each product. It panics if the processor
// lacks the path.
func FusedMultiplyAdds(name string, rounds int) (operations float64) {
	p := path(slices.Index(Paths(), name))
	if p < 0 {
		panic("simd: this processor has no path " + name)
	}
	if rounds <= 0 {
		return 0
	}
	return 2 * float64(rounds) * float64(peak(p, rounds))
}
