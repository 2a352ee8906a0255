package simd

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// environment is the name of the variable that asks for a path.
const environment = "SFATUI_KERNELS"

// A path is one set of kernels.
type path int

const (
	portable path = iota
	avx2
	avx512
)

// names are what the environment variable and [Path] call the paths.
var names = [...]string{portable: "portable", avx2: "avx2", avx512: "avx512"}

// active is the path that runs. Only [Select] and tests change it after the start.
var active = choose(os.Getenv(environment), best())

// Path is the name of the path that runs: "avx512", "avx2" or "portable".
func Path() string { return names[active] }

// Requested is the path that the environment asks for, and whether it is the one
// that runs. It does not run where the processor cannot, or where there is no
// path of that name. Nothing asked for is granted too.
func Requested() (name string, granted bool) {
	name = os.Getenv(environment)
	return name, name == "" || name == Path()
}

// Select has the path of the given name run from now on, where the processor has it and the
// environment asks for none, and reports whether it runs: with it, numbers are those of
// another machine to the bit. It is for the start of a program: nothing may compute
// meanwhile.
func Select(name string) bool {
	if p := slices.Index(Paths(), name); p >= 0 && os.Getenv(environment) == "" {
		active = path(p)
	}
	return Path() == name
}

// Known says which paths there are, and which of them this processor has.
func Known() string {
	return fmt.Sprintf("it may be %s, of which this processor has %s", strings.Join(names[:], ", "), strings.Join(Paths(), ", "))
}

// choose is the path of the name asked for when the processor, whose best path
// is top, has it, and top otherwise. A processor has every path below its best.
func choose(asked string, top path) path {
	for p, name := range names {
		if name == asked && path(p) <= top {
			return path(p)
		}
	}
	return top
}

// Paths are the names of the paths that this processor has, the best one last.
func Paths() []string { return slices.Clone(names[:best()+1]) }

// FusedMultiplyAdds adds products in registers, without touching memory, as fast as the
// path of the given name can: rounds times in each register that a tile sums in. It gives
// how many operations that were, two for each product. It panics where the processor does
// not have the path.
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
