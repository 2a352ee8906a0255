package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/store"
)

type transformation struct {
	data        datasets.Options
	format, out string
	force       bool
}

// Transform returns the command transform.
func Transform() *cobra.Command {
	var x transformation
	cmd := &cobra.Command{
		Use:     "transform MODEL DATA…",
		GroupID: "session",
		Short:   "Apply a saved model to new data",
		Long: `Apply a model saved by sfatui export --format npz --model to new data, and write the
features of every sample as a table (csv) or as arrays for numpy.load (npz), together
with the prediction of the point's readout: a class or a number; for a Gaussian
process (--readout gp) also its standard deviation; for novelty the novelty of each
sample and the state of the alarm. The data are read with the settings of the model.
Inputs are matched by name; other columns are ignored.`,
		Example: `  sfatui export words.sfa --model -o model.npz
  sfatui transform model.npz new-words/ -o features.npz
  sfatui transform model.npz sensors.csv --segment trial > features.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Usagef("transform requires a model and data, %s given", message.Counted(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return x.run(cmd, args[0], args[1:]) },
	}
	f := cmd.Flags()
	f.StringVar(&x.data.Label, "label", "", "column of the class labels, copied to the output")
	f.StringVar(&x.data.Segment, "segment", "", "column that identifies the segment (default: that of the model; '' for none)")
	f.StringVar(&x.data.Clock, "clock", "", "column with the time of each row, as t or t:ms (default: that of the model; '' for none)")
	f.StringVar(&x.data.Group, "group", "", "column that identifies the group; not an input")
	f.StringSliceVar(&x.data.Drop, "drop", nil, "columns to exclude from the inputs")
	f.StringVar(&x.data.Target, "target", "", "column with a number to copy to the output")
	f.StringVar(&x.data.Name, "name", "", "pattern of file names, such as '{label}_{group}_{rep}'")
	f.StringVar(&x.data.Where, "where", "", "keep the segments whose fields match, such as 'rep=5..14 label=3,7'")
	f.StringVar(&x.data.Missing, "missing", "", "how to handle missing values: refuse; split the segment; or interpolate:K (default: as for the model)")
	f.StringVar(&x.data.Gaps, "gaps", "", "how to handle gaps and backward steps of the clock: split the segment; ignore; or refuse the file (default: as for the model)")
	f.StringSliceVar(&x.data.MissingValues, "missing-value", nil, "additional markers of missing values, such as -200 (default: as for the model)")
	f.StringVar(&x.data.Embed, "embed", "", "delay embedding, such as l=500,epsilon=5,delta=50 (default: that of the model)")
	f.IntVar(&x.data.Limit, "limit", 0, "use at most this many samples")
	f.StringVar(&x.format, "format", "", "csv|npz (default: from the file extension, or csv)")
	f.StringVarP(&x.out, "output", "o", "", "file to write (default, and -: standard output)")
	f.BoolVar(&x.force, "force", false, "overwrite an existing file")
	return cmd
}

// run reads model and data, and writes the features.
func (x *transformation) run(cmd *cobra.Command, file string, paths []string) error {
	if x.out == "-" { // - means standard output, as everywhere
		x.out = ""
	}
	x.format = cmp.Or(x.format, strings.TrimPrefix(filepath.Ext(x.out), "."), "csv")
	switch {
	case x.format != "csv" && x.format != "npz":
		return cli.Usagef("--format %q: choose from csv, npz", message.Clean(x.format))
	case x.format == "npz" && x.out == "" && cli.IsTerminal(cmd.OutOrStdout()):
		return cli.Usagef("npz is binary: name a file with -o")
	case x.force && x.out == "":
		return cli.Usagef("--force requires -o FILE")
	case x.data.Limit < 0 || cmd.Flags().Changed("limit") && x.data.Limit == 0:
		return cli.Usagef("--limit %d: must be at least 1", x.data.Limit)
	}
	if err := store.MayWrite(x.out, x.force); x.out != "" && err != nil {
		return err // before computing
	}
	m, err := model.Read(file)
	if err != nil {
		return cli.Data(err)
	}
	for _, name := range []string{"segment", "clock"} { // the model's values take precedence over a description
		flags.Overrules(cmd.Flags().Lookup(name))
	}
	if paths, err = flags.Described(cmd, paths); err != nil {
		return err
	}
	set, err := x.open(cmd, x.options(cmd, m, paths), m)
	if err != nil {
		return cli.Data(x.modelFlagError(cmd, err))
	}
	planning.Describe(cmd.ErrOrStderr(), set)
	phi, err := m.Features(cmd.Context(), set)
	if err != nil {
		return cli.Data(err)
	}
	n, p := phi.Dims()
	fmt.Fprintf(cmd.ErrOrStderr(), "%s of %s by %s\n", message.Counted(p, "feature"), message.Counted(n, "sample"), m.Point.Label())
	if m.Engine != sweep.Version || m.KernelPath != sweep.KernelPath() {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: the model was computed by engine %s with the arithmetic %s, and this is %s with %s: the last digits may differ\n", m.Engine, m.KernelPath, sweep.Version, sweep.KernelPath())
	}
	if m.Rate > 0 && set.Rate > 0 && math.Abs(set.Rate-m.Rate) > 1e-6*m.Rate {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: the data have %.6g samples per second, but the model was trained at %.6g: features change at a different speed, and windows span a different time\n", set.Rate, m.Rate)
	}
	write := func(w io.Writer) error { return m.WriteTransformedCSV(cmd.Context(), w, set, phi) }
	if x.format == "npz" {
		write = func(w io.Writer) error { return m.WriteTransformed(cmd.Context(), w, set, phi) }
	}
	if x.out == "" {
		return write(cmd.OutOrStdout())
	}
	return store.Save(x.out, x.force, write)
}

// open reads the data. If a column that is no input of the model holds other than numbers,
// the columns of the model are read alone.
func (x *transformation) open(cmd *cobra.Command, o datasets.Options, m *model.Model) (*data.Set, error) {
	defer planning.BoundMemory(o)()
	set, err := datasets.Open(cmd.Context(), o, nil)
	var cell *format.CellError
	if !errors.As(err, &cell) || len(o.Columns)+len(o.Drop) > 0 || o.Embed != "" || o.STFT != "" {
		return set, err
	}
	if slices.ContainsFunc(cell.Columns, func(name string) bool { return slices.Contains(m.Inputs, message.Clean(name)) }) {
		return nil, err
	}
	o.Columns = m.Inputs
	if alone, err := datasets.Open(cmd.Context(), o, nil); err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: only the columns of the model are read: %s\n", message.List(m.Inputs))
		return alone, nil
	}
	return nil, err
}

// modelFlagError adds to an error about a flag that the model sets how to read
// without it.
func (x *transformation) modelFlagError(cmd *cobra.Command, err error) error {
	for _, flag := range []string{"segment", "clock"} {
		if strings.HasPrefix(err.Error(), "--"+flag+" ") && !cmd.Flags().Changed(flag) {
			return fmt.Errorf("%w; the model was trained with it; add --%s '' to read without it", err, flag)
		}
	}
	return err
}

// options returns the options of the model's data with the given flags in place
// of them.
func (x *transformation) options(cmd *cobra.Command, m *model.Model, paths []string) datasets.Options {
	o := m.Options
	o.Paths, o.Label, o.Group, o.Drop, o.Target = paths, x.data.Label, x.data.Group, x.data.Drop, x.data.Target
	o.Name, o.Where, o.Limit, o.Few = x.data.Name, x.data.Where, x.data.Limit, true
	for flag, field := range map[string]struct{ to, from *string }{
		"segment": {&o.Segment, &x.data.Segment}, "missing": {&o.Missing, &x.data.Missing}, "clock": {&o.Clock, &x.data.Clock}, "gaps": {&o.Gaps, &x.data.Gaps}, "embed": {&o.Embed, &x.data.Embed},
	} {
		if cmd.Flags().Changed(flag) {
			*field.to = *field.from
		}
	}
	if cmd.Flags().Changed("missing-value") {
		o.MissingValues = x.data.MissingValues
	}
	return o
}
