package flags

import (
	"fmt"
	"strings"
	"sync"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Once makes every flag of a command and its subcommands return an error for a
// second, different value, which would silently replace the first, and for an
// empty one, which would silently be the default. Lists accept several values.
// An empty value of a flag that a file can set removes that value, see
// [Described].
func Once(cmd *cobra.Command) {
	ofData := cmd.Flags().Lookup("where") != nil // a description or a sweep file can set flags
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		o := &onceValue{Value: f.Value, name: f.Name, mayRemove: ofData && inFiles().Lookup(f.Name) != nil && strings.HasPrefix(f.Value.Type(), "string")}
		f.Value = o
		if slice, ok := o.Value.(pflag.SliceValue); ok {
			o.many, f.Value = true, list{o, slice}
		}
	})
	for _, c := range cmd.Commands() {
		Once(c)
	}
}

// inFiles returns the flags that a description or a sweep file can set, of which only the names
// are used.
var inFiles = sync.OnceValue(func() *pflag.FlagSet { return sweepAndData(&datasets.Options{}, &sweep.Spec{}) })

// repeatedFlag reports that a flag is given twice with different values.
type repeatedFlag string

func (t repeatedFlag) Error() string { return string(t) }

// empty reports that a flag has no value.
type empty struct{ name string }

func (e empty) Error() string {
	if a, ok := part.AxisNamed(e.name); ok && a.Default != "" {
		return fmt.Sprintf("--%s requires a value, such as --%s %s; leave it out for the default", e.name, e.name, a.Default)
	}
	return fmt.Sprintf("--%s requires a value; see sfatui help %s, or leave it out for the default", e.name, e.name)
}

// onceValue is the value of a flag that can be given once.
type onceValue struct {
	pflag.Value
	name    string
	written []string
	many    bool // the flag is a list

	// mayRemove reports that the flag may be empty; removes is set when an
	// empty value removes another.
	mayRemove, removes bool
}

// list is the value of a flag that accepts several values.
type list struct {
	*onceValue
	pflag.SliceValue
}

func (o *onceValue) Set(text string) error {
	if !o.many && len(o.written) > 0 && o.written[0] != text {
		remedy := "write one"
		if _, ok := part.AxisNamed(o.name); ok {
			remedy = "an axis takes a list, --" + o.name + " " + o.written[0] + "," + text
		}
		return repeatedFlag(fmt.Sprintf("given twice, as %s and %s: %s", message.Clean(o.written[0]), message.Clean(text), message.Clean(remedy)))
	}
	if blank(text) && !o.mayRemove {
		return empty{o.name}
	}
	o.written = append(o.written, text)
	return o.Value.Set(text)
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// onceOf returns the value that [Once] wraps around a flag's, or nil.
func onceOf(f *pflag.Flag) *onceValue {
	switch v := f.Value.(type) {
	case *onceValue:
		return v
	case list:
		return v.onceValue
	}
	return nil
}

// Overrules reports whether the command line sets the flag, so that another
// source must not. An empty value removes the value of that source.
func Overrules(f *pflag.Flag) bool {
	if o := onceOf(f); o != nil && f.Changed {
		o.removes = true
	}
	return f.Changed
}

// checkEmpty returns an error for an empty flag that removes no value.
func checkEmpty(f *pflag.FlagSet) (err error) {
	f.Visit(func(flag *pflag.Flag) {
		o := onceOf(flag)
		if err == nil && o != nil && !o.removes && len(o.written) > 0 && blank(o.written[0]) {
			err = cli.Usage(empty{flag.Name})
		}
	})
	return err
}
