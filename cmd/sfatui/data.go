package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// dataQuery holds the flags of the command data.
type dataQuery struct {
	data datasets.Options
	spec sweep.Spec
	run  sweep.RunOptions
	json bool
	save string
	// advise requests advice on a delay embedding instead.
	advise bool
	// samples requests the samples themselves instead.
	samples samplesFile
}

func dataCommand() *cobra.Command {
	var q dataQuery
	cmd := &cobra.Command{
		Use:     "data [DATA…]",
		GroupID: "about",
		Short:   "Describe data, and suggest how to read them",
		Long: `Describe data as sfatui reads them, and suggest settings: shape, types, segments,
labels, groups, gaps, constant and duplicate inputs, missing values, sampling,
skipped parts with the reason, preparation, splits, and a first plot. The slowness of
an input is its Δ: the mean squared step between consecutive samples divided by the
variance (2 for white noise; – if undefined).

--save dataset.yaml writes all choices to a file that can be opened in place of the
data. A folder that contains a dataset.yaml is read with these choices.

-o writes the prepared samples instead, as a table (.csv) or as arrays for numpy.load
(.npz): segments, groups, labels, target, inputs and, for built-in sets, the known
latent variables. The file can be opened as data.`,
		Example: `  sfatui data words/ --name '{label}_{group}_{rep}'
  sfatui data sensors.csv --segment trial --label state --json
  sfatui data mixture -o mixture.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if q.data.Paths, err = flags.Described(cmd, args); err != nil {
				return err
			}
			if err := flags.CheckRanges(cmd, &q.data, &q.spec, &q.run); err != nil {
				return err
			}
			return q.execute(cmd)
		},
	}
	q.spec.Draws = 1
	flags.Data(cmd.Flags(), &q.data, &q.spec)
	flags.Memory(cmd.Flags(), &q.run)
	cmd.Flags().BoolVar(&q.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&q.advise, "advise-embedding", false, "print the delay embedding that the series suggest")
	q.samples.flags(cmd.Flags())
	cmd.Flags().StringVar(&q.save, "save", "", "write all choices to a file such as dataset.yaml, which can be opened in place of the data")
	return cmd
}

// execute opens the data and prints its report.
func (q *dataQuery) execute(cmd *cobra.Command) error {
	if q.advise && q.save != "" {
		return cli.Usagef("--save and --advise-embedding cannot be combined: leave out one of them")
	}
	if err := q.samples.check(cmd, q); err != nil {
		return err
	}
	if q.advise {
		return q.advice(cmd)
	}
	q.data.Memory, q.data.Granted = q.run.Memory, q.run.Granted
	defer planning.BoundMemory(q.data)()
	mend := planning.Mender(q.data)
	seen := planning.Survey(cmd.Context(), q.data)
	debug.FreeOSMemory() // the survey held as much memory as the data
	set, err := planning.Open(cmd.Context(), q.data, q.run, cmd.ErrOrStderr())
	if err != nil {
		return mend(cmd.Context(), err)
	}
	if q.samples.out != "" {
		return q.samples.write(cmd, set)
	}
	folds, splitErr := q.folds(set)
	if splitErr != nil && (cli.Code(splitErr) == cli.CodeUsage || cmd.Flags().Changed("validation")) {
		return cli.Data(splitErr)
	}
	if q.save != "" {
		if err := flags.SaveDescription(cmd, q.save, q.data.Paths); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "saved: sfatui %s\n", message.Clean(q.save))
	}
	report, err := inspect.ReportOf(cmd.Context(), set)
	if err != nil {
		return err
	}
	proposed := planning.ProposalsOf(seen, q.data, q.spec, report)
	if q.json {
		return printReport(cmd.OutOrStdout(), report, q.fitted(), folds, withFlags(proposed))
	}
	w := cmd.OutOrStdout()
	fmt.Fprintln(w, set.Name)
	for _, line := range report.Lines() {
		cli.Fact(w, line)
	}
	if fitted := q.fitted(); fitted != nil {
		cli.Fact(w, "fitted      on each training part: "+strings.Join(fitted, ", then "))
	}
	for _, line := range q.splitLines(set, folds, splitErr) {
		cli.Fact(w, line)
	}
	notes := "notes"
	for _, note := range report.Notes {
		if slices.Contains(report.Prepared, note) {
			continue
		}
		cli.Fact(w, fmt.Sprintf("%-11s %s", notes, note))
		notes = ""
	}
	for _, line := range proposalLines(proposed) {
		cli.Fact(w, line)
	}
	fmt.Fprintln(w)
	printColumns(w, report)
	fmt.Fprintln(w)
	for _, line := range firstPlot(set).Render(cli.TextWidth, plotHeight, nil) {
		fmt.Fprintln(w, line)
	}
	return nil
}

// advice prints the delay embedding that the series suggest.
func (q *dataQuery) advice(cmd *cobra.Command) error {
	o := q.data
	o.Embed, o.Unit = "none", ""
	set, err := planning.Open(cmd.Context(), o, q.run, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	a, err := inspect.Advise(cmd.Context(), set)
	if err != nil {
		return cli.Data(err)
	}
	w := cmd.OutOrStdout()
	if q.json {
		return json.NewEncoder(w).Encode(a)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "input\tinformation least at\tautocorrelation 0 at\tvalues\tfalse neighbours")
	for _, in := range a.Inputs {
		values := strconv.Itoa(in.L)
		if in.L == 0 {
			values = "none sufficient"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%.2g\n", message.Clean(in.Name), lagText(in.Information, in.Lags), lagText(in.Zero, in.Lags), values, in.False)
	}
	tw.Flush()
	fmt.Fprintf(w, "\n--embed %s: %d windows", a.Embed(), a.Windows)
	if a.Short > 0 {
		fmt.Fprintf(w, ", none in %d of %d segments, which are too short", a.Short, len(set.Segments))
	}
	fmt.Fprintln(w)
	for _, line := range strings.Split(ansi.Wordwrap(adviceText, cli.TextWidth, ""), "\n") {
		fmt.Fprintln(w, line)
	}
	return nil
}

// adviceText explains the three numbers.
const adviceText = "epsilon is the lag of the first minimum of mutual information (if there is none, the first zero of the autocorrelation); " +
	"l is the smallest number of values with under 1 % of false nearest neighbours; delta is the largest step up to epsilon with which every row is in a window. " +
	"Values are medians over the inputs shown, and a starting point only: if windows are compared as shapes, as for words, many more values work better."

// lagText returns a lag, or that there is none up to the longest.
func lagText(lag, longest int) string {
	if lag == 0 {
		return fmt.Sprintf("none up to %d", longest)
	}
	return strconv.Itoa(lag)
}

// fitted returns the steps that are fitted on the training part, in order.
func (q *dataQuery) fitted() []string {
	var steps []string
	shared := q.spec.Shared()
	if by := preparation.Clip.Of(shared); by != "" {
		steps = append(steps, "outliers clipped ("+by+")")
	}
	if preparation.Standardize.On(shared) {
		steps = append(steps, "inputs standardized")
	}
	if share, ok := strings.CutPrefix(q.spec.Text("front"), "pca:"); ok {
		steps = append(steps, "principal components that hold "+share+" of the variance")
	}
	return steps
}

// folds returns the folds into which the data would be divided.
func (q *dataQuery) folds(set *data.Set) ([]split.Fold, error) {
	spec, err := q.spec.WithDefaults(set)
	if err != nil {
		return nil, err
	}
	return spec.Folds(set)
}

// splitLines returns a description of the division and of the first folds.
func (q *dataQuery) splitLines(set *data.Set, folds []split.Fold, err error) []string {
	var dealt string
	var o split.Options
	if err == nil {
		if o, err = q.spec.Dealt(set); err == nil {
			dealt, err = split.DealtOut(set, o)
		}
	}
	if err != nil {
		return []string{"split       " + err.Error()}
	}
	lines := []string{"split       " + dealt}
	for i, f := range folds[:min(len(folds), shownFolds)] {
		lines = append(lines, fmt.Sprintf("%-11s fold %d of %d: %s, test %d samples", "", i+1, len(folds), trainingText(f), f.Test.Samples()))
	}
	if more := len(folds) - shownFolds; more > 0 {
		lines = append(lines, fmt.Sprintf("%-11s … and %d more", "", more))
	}
	if text := split.Untrained(set, folds, o); text != "" {
		lines = append(lines, fmt.Sprintf("%-11s %s", "", text))
	}
	return lines
}

// trainingText returns the size of a fold's training part and of its inner
// splits.
func trainingText(f split.Fold) string {
	text := fmt.Sprintf("train %d", f.Train.Samples())
	if f.Inner == nil {
		return text
	}
	var fit, validation []int
	for _, in := range f.Inner {
		fit, validation = append(fit, in.Fit.Samples()), append(validation, in.Validation.Samples())
	}
	return fmt.Sprintf("%s (%s: fit %s, validation %s)", text, message.Counted(len(f.Inner), "inner split"), rangeText(fit), rangeText(validation))
}

// rangeText returns the minimum and maximum of some numbers.
func rangeText(of []int) string {
	if lo, hi := slices.Min(of), slices.Max(of); lo < hi {
		return fmt.Sprintf("%d to %d", lo, hi)
	}
	return fmt.Sprint(of[0])
}

// Limits of what is shown.
const (
	shownFolds   = 5
	shownColumns = 12
	shownCurves  = 4
	plotHeight   = 14
	plotSamples  = 400
)

// printColumns prints a line for each of the first inputs.
func printColumns(w io.Writer, r *inspect.Report) {
	width := 8
	for _, c := range r.Columns[:min(len(r.Columns), shownColumns)] {
		width = max(width, min(24, ansi.StringWidth(c.Name)))
	}
	fmt.Fprintf(w, "%-*s %-13s %10s %10s %10s %10s %8s\n", width, "input", "type", "min", "mean", "max", "sd", "slowness")
	for _, c := range r.Columns[:min(len(r.Columns), shownColumns)] {
		name := ansi.Truncate(c.Name, width, "…")
		slowness := "–"
		if c.Slowness != nil {
			slowness = fmt.Sprintf("%.4g", *c.Slowness)
		}
		fmt.Fprintf(w, "%s%s %-13s", name, strings.Repeat(" ", width-ansi.StringWidth(name)), c.Type)
		for _, v := range []float64{c.Min, c.Mean, c.Max, c.SD} {
			fmt.Fprintf(w, " %10s", message.Numbers("%.4g", v))
		}
		fmt.Fprintf(w, " %8s\n", slowness)
	}
	if more := len(r.Columns) - shownColumns; more > 0 {
		fmt.Fprintf(w, "… and %d more\n", more)
	}
}

// firstPlot plots the first inputs that change, over the first segment with
// such inputs. It plots each input of a delay embedding once. It omits inputs
// on other scales than the first's.
func firstPlot(set *data.Set) chart.Plot {
	p := chart.Plot{XLabel: "sample"}
	var first, spread float64 // the centre of the first curve and its range
	for _, seg := range set.Segments {
		frames := set.FramesOf(seg)
		n, _ := frames.Dims()
		p.Title = "segment " + clean.Of(seg.Name)
		for j := 0; j < len(set.Inputs) && len(p.Series) < shownCurves; j++ {
			name := set.Inputs[j]
			if strings.HasSuffix(name, "]") && !strings.HasSuffix(name, "[0]") {
				continue
			}
			s := chart.Series{Name: clean.Of(name)}
			for t := range min(n, plotSamples) {
				s.X = append(s.X, float64(t))
				s.Y = append(s.Y, frames.At(t, j))
			}
			lo, hi := slices.Min(s.Y), slices.Max(s.Y)
			if p.Series == nil {
				first, spread = (lo+hi)/2, hi-lo
			}
			if hi > lo && hi-lo < 10*spread && hi-lo > spread/10 && math.Abs((lo+hi)/2-first) < 5*spread {
				p.Series = append(p.Series, s)
			}
		}
		if p.Series != nil {
			return p
		}
	}
	return p
}
