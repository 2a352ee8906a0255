package flags

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/prepare"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sweepAndData returns the flags of a sweep and its data, bound to variables.
func sweepAndData(o *datasets.Options, s *sweep.Spec) *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	Data(f, o, s)
	Sweep(f, s)
	return f
}

// Data adds the flags for reading the data.
func Data(f *pflag.FlagSet, o *datasets.Options, s *sweep.Spec) {
	f.StringVar(&o.Label, "label", "", "column of the class labels")
	f.StringVar(&o.Segment, "segment", "", "column that identifies the segment, or several (product,shop); a new value starts a new segment")
	f.StringVar(&o.Group, "group", "", "column that identifies the group, such as the speaker; a split never divides a group")
	f.StringVar(&o.Target, "target", "", "column with the number to predict")
	f.StringVar(&o.Importance, "importance", "", "column of sample weights, used in the variance")
	f.StringVar(&o.TransitionImportance, "transition-importance", "", "column of transition importance; a larger value permits larger changes of the features at that sample")
	f.StringVar(&o.Clock, "clock", "", "column with the time of each row, as t, t:ms, t:dmy or t:reverse; defines the sampling rate and the gaps, and is not an input")
	f.StringVar(&o.CutBy, "cut-by", "", "column whose changes of value start a new segment, such as the label column")
	f.StringVar(&o.SplitColumn, "split-column", "", "column that assigns each row to train, test or validation")
	f.StringSliceVar(&o.Columns, "columns", nil, "input columns (default: all numeric columns without another role)")
	f.StringSliceVar(&o.Drop, "drop", nil, "columns to exclude from the inputs")
	f.StringVar(&o.Name, "name", "", "pattern of file names, such as '{label}_{group}_{rep}'")
	f.StringVar(&o.Array, "array", "", "array with the samples in a .npz or .mat file of several arrays (default: X, or the only matrix)")
	f.BoolVar(&o.Transpose, "transpose", false, "transpose tables and arrays whose rows are variables")
	f.StringVar(&o.Differing, "differing", "", "how to handle tables whose inputs differ from those of most: refuse; leave-out; or common (keep the inputs that all tables have)")
	f.StringVar(&o.Missing, "missing", "", "how to handle missing values: refuse; split the segment; or interpolate:K (gaps of up to K rows)")
	f.StringVar(&o.Gaps, "gaps", "", "how to handle gaps and backward steps of the clock: split the segment (default); ignore; or refuse the file")
	f.StringSliceVar(&o.MissingValues, "missing-value", nil, "additional markers of missing values, such as -200 or 'no data' (several: -200,-999)")
	f.StringVar(&o.Log, "log", "", "logarithm applied to the inputs: "+prepare.LogHelp(" or "))
	f.StringVar(&o.Resample, "resample", "", "resample segments to a rate such as 100Hz (from each file's own rate) or by a factor such as 1/4 or x2; an anti-aliasing filter is applied")
	f.StringVar(&o.STFT, "stft", "", "use frames of a short-time Fourier transform as samples: length=512,hop=256,values=complex|magnitude|power|log")
	f.StringVar(&o.ImageSize, "image-size", "", "resize images to this width and height, such as 32x24")
	f.StringVar(&o.Where, "where", "", "keep the segments whose fields match, such as 'rep=5..14 label=3,7'")
	f.StringVar(&o.Embed, "embed", "", "delay embedding, such as l=500,epsilon=5,delta=50, or none")
	f.StringVar(&o.Unit, "unit", "", "unit of a sample: row, or segment (a whole series, for kernels such as gak and dtw) (default row)")
	f.StringVar(&o.Normalise, "normalise", "", "scale each segment: peak, rms, standard (each input to mean 0, variance 1) or none (default peak for sound)")
	f.Var(pcaShare{s}, "pca", "keep the principal components that explain this share of the training part's variance, such as 0.99")
	f.IntVar(&o.Limit, "limit", 0, "use at most this many samples")
	f.StringSliceVar(&o.TestPaths, "test-data", nil, "files or folders to use as test data instead of a split")
	settings(f, s, func(set *sweep.Setting) bool { return set.Data })
}

// settings adds the flags of the selected settings of a sweep, with their
// defaults.
func settings(f *pflag.FlagSet, s *sweep.Spec, of func(*sweep.Setting) bool) {
	for _, set := range sweep.Settings() {
		if !of(set) {
			continue
		}
		if err := set.Set(s, set.Default); err != nil {
			panic("flags: " + err.Error())
		}
		flag := f.VarPF(settingText{s, set}, set.Name, "", set.Doc+set.Help)
		if set.Switch {
			flag.NoOptDefVal = "true"
		}
	}
}

// Sweep adds the flags of the sweep's axes and settings.
func Sweep(f *pflag.FlagSet, s *sweep.Spec) {
	for _, axis := range part.Axes() {
		doc := axis.Doc
		if axis.Choices != nil {
			doc += ": " + strings.Join(axis.Choices, ", ")
		}
		f.Var(axisText{s, axis.Name}, axis.Name, doc)
	}
	settings(f, s, func(set *sweep.Setting) bool { return !set.Data })
}

// Compute adds the flags that limit computing.
func Compute(f *pflag.FlagSet, o *sweep.RunOptions) {
	f.IntVar(&o.Workers, "workers", 0, "number of parallel workers (default: the number of processors)")
	Memory(f, o)
}

// availableMemory returns the available memory in bytes, read once for all
// commands.
var availableMemory = sync.OnceValue(sweep.AvailableMemory)

// Memory adds the flag for the memory that data and computations may use.
func Memory(f *pflag.FlagSet, o *sweep.RunOptions) {
	o.Memory = availableMemory()
	f.Var((*ByteSize)(&o.Memory), "memory", "memory limit of the sweep, such as 8GiB (default: three quarters of the free memory); larger data is kept in files")
}

// CheckRanges returns an error for numbers that no sweep can use.
func CheckRanges(cmd *cobra.Command, o *datasets.Options, s *sweep.Spec, run *sweep.RunOptions) error {
	switch f := cmd.Flags(); {
	case o.Limit < 0 || f.Changed("limit") && o.Limit == 0:
		return cli.Usagef("--limit %d: must be at least 1", o.Limit)
	case f.Changed("pca") && f.Changed("front"):
		return cli.Usagef("--pca %s and --front both reduce the inputs: give only one of them", f.Lookup("pca").Value)
	case f.Changed("folds") && f.Changed("repeats"):
		return cli.Usagef("--folds and --repeats exclude each other: give only one of them")
	case f.Changed("train-fraction") && s.Split.Repeats == 0:
		return cli.Usagef("--train-fraction requires --repeats")
	}
	withoutUnused(s)
	if err := cmp.Or(CheckWorkers(cmd.Flags(), *run), checkSearch(cmd.Flags(), s.Search)); err != nil {
		return err
	}
	HoldMemory(cmd.Flags(), run)
	return nil
}

// withoutUnused clears the share of random splits if there are none, because
// the flag has a default.
func withoutUnused(s *sweep.Spec) {
	if s.Split.Repeats == 0 {
		s.Split.TrainFraction = 0
	}
}

// Usual returns the sweep of an empty command line.
func Usual() sweep.Spec {
	var spec sweep.Spec
	sweepAndData(&datasets.Options{}, &spec)
	withoutUnused(&spec)
	return spec
}

// CheckWorkers returns an error for fewer than one worker.
func CheckWorkers(f *pflag.FlagSet, run sweep.RunOptions) error {
	if run.Workers < 0 || f.Changed("workers") && run.Workers == 0 {
		return cli.Usagef("--workers %d: must be at least 1", run.Workers)
	}
	return nil
}

// checkSearch returns an error for search options without a search.
func checkSearch(f *pflag.FlagSet, s sweep.Search) error {
	if s.By == "" && (f.Changed("search-points") || f.Changed("search-start")) {
		return cli.Usagef("--search-points and --search-start require --search ei")
	}
	return nil
}

// settingText is the flag value of a setting. A switch is true or false.
type settingText struct {
	spec *sweep.Spec
	of   *sweep.Setting
}

func (t settingText) String() string {
	if t.spec == nil {
		return ""
	}
	text := t.of.Get(t.spec)
	switch {
	case t.of.Switch && text == "on":
		return "true"
	case t.of.Switch:
		return "false"
	}
	return text
}

func (t settingText) Type() string {
	switch {
	case t.of.Switch:
		return "bool"
	case t.of.Words:
		return "string"
	}
	return "number"
}

func (t settingText) Set(text string) error { return t.of.Set(t.spec, text) }

type axisText struct {
	spec *sweep.Spec
	axis string
}

func (a axisText) String() string {
	if a.spec == nil {
		return ""
	}
	return a.spec.Text(a.axis)
}

func (axisText) Type() string { return "string" }

func (a axisText) Set(text string) error {
	a.spec.Set(a.axis, text)
	return nil
}

// pcaShare is the flag value of a share of the variance, stored in the front of
// a sweep.
type pcaShare struct{ spec *sweep.Spec }

func (p pcaShare) String() string {
	if p.spec == nil {
		return ""
	}
	return strings.TrimPrefix(p.spec.Text("front"), "pca:")
}

func (pcaShare) Type() string { return "share" }

func (p pcaShare) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v < 1) {
		return fmt.Errorf("%q is not a share of the variance between 0 and 1; for a number of components use --front pca:20", text)
	}
	p.spec.Set("front", "pca:"+text)
	return nil
}

// ByteSize is a number of bytes; see [sweep.ParseBytes].
type ByteSize int64

func (b *ByteSize) String() string {
	if *b == 0 {
		return ""
	}
	return sweep.FormatBytes(int64(*b))
}

func (b *ByteSize) Type() string { return "size" }

func (b *ByteSize) Set(text string) error {
	size, err := sweep.ParseBytes(text)
	*b = ByteSize(size)
	return err
}

// HoldMemory sets the garbage collector's memory limit if the user sets the
// memory, because garbage counts too. Files may then expand to that size.
func HoldMemory(f *pflag.FlagSet, o *sweep.RunOptions) {
	if o.Granted = f.Changed("memory"); o.Granted {
		debug.SetMemoryLimit(o.Memory)
	}
}

// Names returns the names of all flags of a set.
func Names(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// Error returns an error about a flag as a usage error, with a remedy.
func Error(cmd *cobra.Command, err error) error {
	var (
		missing *pflag.NotExistError
		wrong   *pflag.InvalidValueError
		again   repeatedFlag
		none    *pflag.ValueRequiredError
		blank   empty
		refused *part.SpecError
	)
	switch {
	case errors.As(err, &missing):
		word, names := "--"+missing.GetSpecifiedName(), Names(cmd.Flags())
		if short := missing.GetSpecifiedShortnames(); short != "" {
			word = "-" + short
			if _, err := os.Stat(word); err == nil {
				return cli.Usagef("no flag %s; to name the file, write ./%[1]s", message.Clean(word))
			}
		}
		for i := range names {
			names[i] = "--" + names[i]
		}
		return message.Mistaken(cli.Usagef("no flag %s; %s", message.Clean(word), message.Or(word, names, "sfatui help all lists them")), word, names)
	case errors.As(err, &blank):
		return cli.Usage(blank)
	case errors.As(err, &refused):
		return cli.Usage(refused)
	case errors.As(err, &wrong):
		cause := wrong.Unwrap().Error()
		if kind := kindOf(wrong.GetFlag()); kind != "" && !errors.As(err, &again) {
			cause = "not " + kind
		}
		return cli.Usagef("--%s %s: %s", wrong.GetFlag().Name, message.Clean(wrong.GetValue()), cause)
	case errors.As(err, &none):
		return cli.Usage(empty{none.GetFlag().Name})
	}
	return cli.Usage(err)
}

// kindOf returns the type of a flag's values in words; "" if the flag's own
// error contains it.
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
