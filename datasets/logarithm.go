package datasets

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
)

// logarithms are the ways of --log. Each says whether it is defined for x.
var logarithms = map[string]func(x float64) (float64, bool){
	"log":    func(x float64) (float64, bool) { return math.Log(x), x > 0 },
	"log1p":  func(x float64) (float64, bool) { return math.Log1p(x), x > -1 },
	"signed": func(x float64) (float64, bool) { return math.Copysign(math.Log1p(math.Abs(x)), x), true },
}

// parseLog reads --log; nil stands for none.
func parseLog(written string) (func(float64) (float64, bool), error) {
	if written == "" || written == "none" {
		return nil, nil
	}
	f, ok := logarithms[written]
	if !ok {
		return nil, message.Usagef("--log %s: choose log, log1p (of 1+x), signed (sign(x)·log(1+|x|)) or none", message.Clean(written))
	}
	return f, nil
}

// takeLog takes the logarithm of all inputs.
func (m *material) takeLog(ctx context.Context, name string, log func(float64) (float64, bool)) error {
	d := len(m.inputs)
	for _, r := range m.recordings {
		err := eachBlock(ctx, r.x, d, func(at int, block []float64) error {
			for i, x := range block {
				y, ok := log(x)
				if !ok {
					c := i % d
					return fmt.Errorf("--log %s: segment %s, row %d, input %s is %g, which has no such logarithm: take --log signed, or leave the input out with --drop %s",
						name, r.name, (at+i)/d+1, m.inputs[c], x, message.Quote(m.inputs[c:c+1]))
				}
				block[i] = y
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	m.did("%s", map[string]string{"log": "logarithm of all inputs", "log1p": "log(1+x) of all inputs", "signed": "sign(x)·log(1+|x|) of all inputs"}[name])
	return nil
}
