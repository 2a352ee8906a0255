package flags

import (
	"errors"

	"example.com/sfatui/cmd/sfatui/exit"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/suggest"
	"example.com/sfatui/engine/part"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Error says what is wrong with a flag, and what it may be instead.
func Error(cmd *cobra.Command, err error) error {
	var (
		missing *pflag.NotExistError
		wrong   *pflag.InvalidValueError
		empty   *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		word, names := "--"+missing.GetSpecifiedName(), Names(cmd.Flags())
		for i := range names {
			names[i] = "--" + names[i]
		}
		return suggest.Mistaken(exit.Usagef("no flag %s; %s", message.Clean(word), suggest.Or(word, names, "sfatui help all lists them")), word, names)
	case errors.As(err, &wrong):
		cause := wrong.Unwrap().Error()
		if kind := kindOf(wrong.GetFlag()); kind != "" {
			cause = "not " + kind
		}
		return exit.Usagef("--%s %s: %s", wrong.GetFlag().Name, message.Clean(wrong.GetValue()), cause)
	case errors.As(err, &empty):
		name := empty.GetFlag().Name
		if a, ok := part.AxisNamed(name); ok && a.Default != "" {
			return exit.Usagef("--%s needs a value, such as --%s %s", name, name, a.Default)
		}
		return exit.Usagef("--%s needs a value; sfatui help %s says which", name, name)
	}
	return exit.Usage(err)
}

// kindOf is what the values of a flag are; "" where its own error says it.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 10m"
	}
	return ""
}
