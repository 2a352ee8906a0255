package flags

import (
	"fmt"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Once has every flag of a command and of those below it refuse a second, other value,
// which would replace the first without a word. Lists take both, and the same value twice
// is one.
func Once(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, ok := f.Value.(pflag.SliceValue); !ok {
			f.Value = &once{Value: f.Value, name: f.Name}
		}
	})
	for _, c := range cmd.Commands() {
		Once(c)
	}
}

// twice says that a flag is written twice, whatever its values are.
type twice string

func (t twice) Error() string { return string(t) }

// once is the value of a flag that is written at most once.
type once struct {
	pflag.Value
	name    string
	written []string
}

func (o *once) Set(text string) error {
	if len(o.written) > 0 && o.written[0] != text {
		remedy := "write one"
		if _, ok := part.AxisNamed(o.name); ok {
			remedy = "an axis takes a list, --" + o.name + " " + o.written[0] + "," + text
		}
		return twice(fmt.Sprintf("it is written twice, %s and %s: %s", message.Clean(o.written[0]), message.Clean(text), message.Clean(remedy)))
	}
	o.written = append(o.written, text)
	return o.Value.Set(text)
}
