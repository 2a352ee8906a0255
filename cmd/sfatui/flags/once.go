package flags

import (
	"fmt"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Once has every flag of a command and of those below it refuse a second, other value,
// which would replace the first without a word, and an empty one, which would be the
// default without a word. Lists take several values, and the same value twice is one.
// An empty value of a flag that a file can set takes that away, see [Described].
func Once(cmd *cobra.Command) {
	var inFiles pflag.FlagSet // that a description or a sweep file can set
	if cmd.Flags().Lookup("where") != nil {
		inFiles = *sweepAndData(&datasets.Options{}, &sweep.Spec{})
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		o := &once{Value: f.Value, name: f.Name, mayTakeAway: inFiles.Lookup(f.Name) != nil && strings.HasPrefix(f.Value.Type(), "string")}
		f.Value = o
		if slice, ok := o.Value.(pflag.SliceValue); ok {
			o.many, f.Value = true, list{o, slice}
		}
	})
	for _, c := range cmd.Commands() {
		Once(c)
	}
}

// twice says that a flag is written twice, whatever its values are.
type twice string

func (t twice) Error() string { return string(t) }

// empty says that a flag has no value.
type empty struct{ name string }

func (e empty) Error() string {
	if a, ok := part.AxisNamed(e.name); ok && a.Default != "" {
		return fmt.Sprintf("--%s needs a value, such as --%s %s; left out it takes its default", e.name, e.name, a.Default)
	}
	return fmt.Sprintf("--%s needs a value; sfatui help %s says which, and left out it takes its default", e.name, e.name)
}

// once is the value of a flag that is written at most once.
type once struct {
	pflag.Value
	name    string
	written []string
	many    bool // it takes several

	// mayTakeAway says that the flag may be written empty, where takesAway gets set.
	mayTakeAway, takesAway bool
}

// list is the value of a flag that takes several.
type list struct {
	*once
	pflag.SliceValue
}

func (o *once) Set(text string) error {
	if !o.many && len(o.written) > 0 && o.written[0] != text {
		remedy := "write one"
		if _, ok := part.AxisNamed(o.name); ok {
			remedy = "an axis takes a list, --" + o.name + " " + o.written[0] + "," + text
		}
		return twice(fmt.Sprintf("it is written twice, %s and %s: %s", message.Clean(o.written[0]), message.Clean(text), message.Clean(remedy)))
	}
	if blank(text) && !o.mayTakeAway {
		return empty{o.name}
	}
	o.written = append(o.written, text)
	return o.Value.Set(text)
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// onceOf is the value of a flag, nil where [Once] does not watch it.
func onceOf(f *pflag.Flag) *once {
	switch v := f.Value.(type) {
	case *once:
		return v
	case list:
		return v.once
	}
	return nil
}

// Overrules says that the command line has the flag, which something else would set. An empty
// value then takes away what that says.
func Overrules(f *pflag.Flag) bool {
	if o := onceOf(f); o != nil && f.Changed {
		o.takesAway = true
	}
	return f.Changed
}

// checkEmpty refuses an empty flag that takes nothing away.
func checkEmpty(f *pflag.FlagSet) (err error) {
	f.Visit(func(flag *pflag.Flag) {
		o := onceOf(flag)
		if err == nil && o != nil && !o.takesAway && len(o.written) > 0 && blank(o.written[0]) {
			err = cli.Usage(empty{flag.Name})
		}
	})
	return err
}
