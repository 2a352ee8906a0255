package prepare

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// logarithms are the ways of --log. Each says whether it is defined for x.
var logarithms = map[string]func(x float64) (float64, bool){
	"log":    func(x float64) (float64, bool) { return math.Log(x), x > 0 },
	"log1p":  func(x float64) (float64, bool) { return math.Log1p(x), x > -1 },
	"signed": func(x float64) (float64, bool) { return math.Copysign(math.Log1p(math.Abs(x)), x), true },
}

// logarithm is one of the ways of --log.
type logarithm string

// parseLog reads --log; nil stands for none.
func parseLog(written string) (Step, error) {
	if written == "" || written == "none" {
		return nil, nil
	}
	if logarithms[written] == nil {
		return nil, message.Usagef("--log %s: choose log, log1p (of 1+x), signed (sign(x)·log(1+|x|)) or none", message.Clean(written))
	}
	return logarithm(written), nil
}

// Apply takes the logarithm of all inputs.
func (l logarithm) Apply(ctx context.Context, m *data.Raw, _ Memory) error {
	name, log := string(l), logarithms[string(l)]
	d := len(m.Inputs)
	for _, r := range m.Recordings {
		err := eachBlock(ctx, r.X, d, func(at int, block []float64) error {
			for i, x := range block {
				y, ok := log(x)
				if !ok {
					c := i % d
					return fmt.Errorf("--log %s: segment %s, row %d, input %s is %g, which has no such logarithm: take --log signed, or leave the input out with --drop %s",
						name, r.Name, (at+i)/d+1, m.Inputs[c], x, message.Quote(m.Inputs[c:c+1]))
				}
				block[i] = y
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	m.Did("%s", map[string]string{"log": "logarithm of all inputs", "log1p": "log(1+x) of all inputs", "signed": "sign(x)·log(1+|x|) of all inputs"}[name])
	return nil
}
