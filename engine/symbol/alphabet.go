package symbol

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Alphabet turns frames into symbols.
type Alphabet interface {
	// Columns is the number of symbols of a frame, Letters the number of different
	// symbols, which are numbered from 0.
	Columns() int
	Letters() int
	// Write writes the symbols of the rows of x (n×d) into dst (n×Columns).
	Write(dst, x *mat.Dense)
	// Parts returns the arrays that define the alphabet. Callers must not modify them.
	Parts() *mat.Dense
}

// Kind is one way to turn frames into symbols.
type Kind struct {
	// Fit fits an alphabet to the frames of the training part (n×d), without changing them.
	// word selects the alphabet; seed determines what is random.
	Fit func(ctx context.Context, word string, seed uint64, x *mat.Dense) (Alphabet, error)
	// Formula defines the symbols for users of a saved model.
	Formula string
	// Joint reports that all columns of a frame become one symbol.
	Joint bool
	// Restore restores an alphabet of the given word for d columns from its Parts, which
	// may be untrusted.
	Restore func(word string, d int, parts *mat.Dense) (Alphabet, error)
}

// Alphabets is the table of all of them.
var Alphabets = part.NewTable[Kind](kernel.Symbols, "")

// mostLetters bounds the letters of an alphabet.
const mostLetters = 256

// lettersOf reads the number behind the name of a part, such as that of "sax:8".
func lettersOf(word string) (int, error) {
	name, number, _ := strings.Cut(word, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 2 || n > mostLetters {
		return 0, fmt.Errorf("%q: write %s:8, a number of symbols from 2 to %d", word, name, mostLetters)
	}
	return n, nil
}

// readLetters returns the canonical form of a word with a number.
func readLetters(word string) (string, error) {
	name, _, _ := strings.Cut(word, ":")
	n, err := lettersOf(word)
	return fmt.Sprintf("%s:%d", name, n), err
}

// Fit fits the alphabet of a point to frames. It returns an error if all frames become one symbol.
func Fit(ctx context.Context, at part.Point, x *mat.Dense) (Alphabet, error) {
	word := kernel.Symbols.Of(at)
	a, err := Alphabets.Build(at).Fit(ctx, word, at.Seed, x)
	if err != nil {
		return nil, fmt.Errorf("--symbols %s: %w", word, err)
	}
	n, _ := x.Dims()
	of := mat.NewDense(n, a.Columns(), nil)
	a.Write(of, x)
	for j := range a.Columns() {
		for i := range n {
			if of.At(i, j) != of.At(0, j) {
				return a, nil
			}
		}
	}
	return nil, fmt.Errorf("--symbols %s: all frames of the training part become one symbol: check for constant inputs, or take more symbols", word)
}

// finite returns an error for parts that contain NaN or infinities.
func finite(parts *mat.Dense) error {
	n, _ := parts.Dims()
	for i := range n {
		for _, v := range parts.RawRowView(i) {
			if math.IsNaN(v) {
				return fmt.Errorf("symbols are NaN or infinite")
			}
		}
	}
	return nil
}
