package prepare

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Logarithm is a value of --log: a function of each number.
type Logarithm struct {
	Name string // in the notation of --log
	Doc  string // its formula, "" if the name suffices
	Did  string // its note, such as "log(1+x)"
	// Of returns the logarithm of x, false if x has none.
	Of func(x float64) (y float64, ok bool)
}

var logarithms = []Logarithm{
	{"log", "", "logarithm", func(x float64) (float64, bool) { return math.Log(x), x > 0 }},
	{"log1p", "of 1+x", "log(1+x)", func(x float64) (float64, bool) { return math.Log1p(x), x > -1 }},
	{"signed", "sign(x)·log(1+|x|)", "sign(x)·log(1+|x|)", func(x float64) (float64, bool) { return math.Copysign(math.Log1p(math.Abs(x)), x), true }},
}

// RegisterLogarithm adds a value of --log. Call it at the start of a program.
func RegisterLogarithm(l Logarithm) { logarithms = append(logarithms, l) }

// LogHelp returns the values of --log, the last one after the given word.
func LogHelp(or string) string {
	words := make([]string, len(logarithms))
	for i, l := range logarithms {
		if words[i] = l.Name; l.Doc != "" {
			words[i] += " (" + l.Doc + ")"
		}
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + or + words[last]
}

// parseLog parses --log; nil for none.
func parseLog(written string) (Step, error) {
	if written == "" || written == "none" {
		return nil, nil
	}
	i := slices.IndexFunc(logarithms, func(l Logarithm) bool { return l.Name == written })
	if i < 0 {
		return nil, message.Usagef("--log %s: choose %s or none", message.Clean(written), LogHelp(", "))
	}
	return logarithms[i], nil
}

// Apply takes the logarithm of all inputs.
func (l Logarithm) Apply(ctx context.Context, m *data.Raw, _ Memory) error {
	d := len(m.Inputs)
	for _, r := range m.Recordings {
		err := eachBlock(ctx, r.X, d, func(at int, block []float64) error {
			for i, x := range block {
				y, ok := l.Of(x)
				if !ok {
					c := i % d
					return fmt.Errorf("--log %s: segment %s, row %d, input %s is %g, which has no such logarithm: use --log signed, or leave the input out with --drop %s",
						l.Name, r.Name, (at+i)/d+1, m.Inputs[c], x, message.Quote(m.Inputs[c:c+1]))
				}
				block[i] = y
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	m.Did("%s of all inputs", l.Did)
	return nil
}
