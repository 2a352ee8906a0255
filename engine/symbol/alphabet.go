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
	// Columns is how many symbols a frame becomes, Letters how many there are, from 0 on.
	Columns() int
	Letters() int
	// Write writes the symbols of the rows of x (n×d) into dst (n×Columns).
	Write(dst, x *mat.Dense)
	// Parts is what the alphabet is made of. It may not be written to.
	Parts() *mat.Dense
}

// Kind is one way to turn frames into symbols.
type Kind struct {
	// Fit fits an alphabet to the frames of the training part (n×d), which it leaves as they
	// are. The word is one of the part's, what is random is so by seed.
	Fit func(ctx context.Context, word string, seed uint64, x *mat.Dense) (Alphabet, error)
	// Formula says what a symbol is, to who applies a saved model.
	Formula string
	// Joint says that all columns of a frame become one symbol.
	Joint bool
	// Restore makes one of a word for d columns again from its Parts, which may come from a
	// stranger.
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

// readLetters gives the one form of a word with a number.
func readLetters(word string) (string, error) {
	name, _, _ := strings.Cut(word, ":")
	n, err := lettersOf(word)
	return fmt.Sprintf("%s:%d", name, n), err
}

// Fit fits the alphabet of a point to frames. Where all become one symbol it says so.
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

// finite refuses parts of which some are no numbers.
func finite(parts *mat.Dense) error {
	n, _ := parts.Dims()
	for i := range n {
		for _, v := range parts.RawRowView(i) {
			if math.IsNaN(v) {
				return fmt.Errorf("symbols of what is no number")
			}
		}
	}
	return nil
}
