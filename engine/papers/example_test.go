package papers_test

import (
	"fmt"

	"example.com/sfatui/engine/papers"
)

// An experiment says what to compute and what the paper found; without results
// its check says what it lacks.
func Example() {
	x, _ := papers.Named("papers/ma-4.1")
	fmt.Println(x.Paper)
	fmt.Println(x.Check(nil).Missing)
	// Output:
	// Ma et al. 2011, section 4.1
	// a finished point with kernel=poly degree=*; a finished point with kernel=poly degree=2; a finished point with kernel=poly degree=4; and 1 more
}
