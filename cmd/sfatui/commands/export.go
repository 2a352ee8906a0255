package commands

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/store"
)

func init() {
	export.Register(textPicture)
	export.Register(asciicast)
}

type exporting struct {
	format, point, out string
	force              bool
}

// Export returns the command export.
func Export() *cobra.Command {
	var x exporting
	cmd := named.Command("export", "Export a session as a table, a report or arrays", func(cmd *cobra.Command, dir string) error {
		return x.run(cmd, dir)
	})
	cmd.Long = "Export a session as" + formatsText()
	cmd.Example = `  sfatui export words.sfa --format html -o words.html
  sfatui export words.sfa --view slowness --axis sigma --series lambda -o slowness.svg
  sfatui export words.sfa --view traces -o traces.png
  sfatui export words.sfa --view map --format txt
  sfatui export words.sfa --size 100x30 --speed 4 -o words.cast
  sfatui export words.sfa -o best.npz
  sfatui export words.sfa --format npz --point 4be1 -o point.npz
  sfatui export words.sfa --model -o model.npz
  sfatui export words.sfa --model -o model.onnx`
	f := cmd.Flags()
	f.StringVar(&x.format, "format", "", strings.Join(formats(), "|")+" (default: from the file extension)")
	f.StringVar(&x.point, "point", "", "with npz, onnx and views of a point: the first letters of its key (default: the first fold of the best point)")
	for _, e := range export.All() {
		for _, p := range e.Parameters {
			if f.Lookup(p.Name) == nil {
				parameterFlag(f, p, "with "+strings.Join(formatsWith(p), " and ")+": "+p.Doc)
			}
		}
	}
	f.StringVarP(&x.out, "output", "o", "", "file to write (default, and -: standard output)")
	f.BoolVar(&x.force, "force", false, "overwrite an existing file")
	for name, values := range map[string][]string{"format": formats(), "view": export.Views()} {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err) // there is no such flag
		}
	}
	return cmd
}

// formats returns the extensions of the export formats.
func formats() []string {
	var names []string
	for _, e := range export.All() {
		names = append(names, e.Extension)
	}
	return names
}

// formatsWith returns the formats that have a parameter.
func formatsWith(p export.Parameter) []string {
	var names []string
	for _, e := range export.All() {
		if slices.Contains(e.Parameters, p) {
			names = append(names, e.Extension)
		}
	}
	return names
}

func formatsText() string {
	var b strings.Builder
	for _, e := range export.All() {
		fmt.Fprintf(&b, "\n  %-4s  %s", e.Extension, strings.ReplaceAll(e.About(), "\n", "\n        "))
	}
	return b.String()
}

func parameterFlag(f *pflag.FlagSet, p export.Parameter, usage string) {
	switch v := p.Default.(type) {
	case string:
		f.String(p.Name, v, usage)
	case bool:
		f.Bool(p.Name, v, usage)
	case float64:
		f.Float64(p.Name, v, usage)
	default:
		panic(fmt.Sprintf("sfatui: parameter %s of an export is a %T", p.Name, v))
	}
}

// run writes the session.
func (x *exporting) run(cmd *cobra.Command, dir string) error {
	if x.out == "-" { // - means standard output, as everywhere
		x.out = ""
	}
	x.format = cmp.Or(x.format, strings.TrimPrefix(filepath.Ext(x.out), "."))
	e, ok := export.Named(x.format)
	if !ok {
		return x.unknown(cmd)
	}
	o := export.Options{
		Values: parameterValues(cmd.Flags(), e),
		Note:   func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...) },
	}
	if err := x.check(cmd, e, o); err != nil {
		return err
	}
	s, err := named.Read(cmd, dir)
	if err != nil {
		return err
	}
	damaged := named.WarnDamage(cmd.ErrOrStderr(), s)
	if e.ForPoint(o) {
		if o.Point, err = x.pick(s); err != nil {
			return err
		}
	}
	write := func(w io.Writer) error { return e.Write(cmd.Context(), w, s, o) }
	if x.out == "" {
		err = write(cmd.OutOrStdout())
	} else {
		err = store.Save(x.out, x.force, write)
	}
	if err == nil && damaged {
		return cli.Damaged
	}
	return err
}

// unknown returns the error of an unknown format, with its origin.
func (x *exporting) unknown(cmd *cobra.Command) error {
	if info, err := os.Stat(x.out); err == nil && info.IsDir() {
		return cli.Usagef("-o %s is a folder: give a file name in it", message.Clean(x.out))
	}
	if x.format == "" {
		return cli.Usagef("give a file with -o (its extension sets the format), or add --format: choose from %s", strings.Join(formats(), ", "))
	}
	if cmd.Flags().Changed("format") {
		return message.Mistaken(cli.Usagef("--format %q: %s", message.Clean(x.format), message.Choose(x.format, formats())), x.format, formats())
	}
	var files []string
	for _, f := range formats() {
		files = append(files, strings.TrimSuffix(x.out, x.format)+f)
	}
	return message.Mistaken(cli.Usagef("-o %s: no format has the extension .%s: %s", message.Clean(x.out), message.Clean(x.format), message.Choose(x.format, formats())), x.out, files)
}

// parameterValues returns the values of an exporter's given flags.
func parameterValues(f *pflag.FlagSet, e export.Exporter) map[string]any {
	values := map[string]any{}
	for _, p := range e.Parameters {
		if !f.Changed(p.Name) {
			continue
		}
		switch p.Default.(type) { // errors would mean a wrong type: see parameterFlag
		case string:
			values[p.Name], _ = f.GetString(p.Name)
		case bool:
			values[p.Name], _ = f.GetBool(p.Name)
		case float64:
			values[p.Name], _ = f.GetFloat64(p.Name)
		}
	}
	return values
}

// check returns an error for flags that exclude each other.
func (x *exporting) check(cmd *cobra.Command, e export.Exporter, o export.Options) error {
	if x.point != "" && !e.ForPoint(o) {
		return cli.Usagef("--point requires --format %s", strings.Join(pointFormats(), ", or "))
	}
	for _, other := range export.All() {
		i := slices.IndexFunc(other.Parameters, func(p export.Parameter) bool {
			return cmd.Flags().Changed(p.Name) && !slices.Contains(e.Parameters, p)
		})
		if i >= 0 {
			return wrongFormatError(other.Parameters[i], other, e)
		}
	}
	switch {
	case x.force && x.out == "":
		return cli.Usagef("--force requires -o FILE")
	case e.Binary && x.out == "" && cli.IsTerminal(cmd.OutOrStdout()):
		return cli.Usagef("%s is binary: name a file with -o", e.Extension)
	case e.Check == nil:
		return nil
	}
	if err := e.Check(o); err != nil {
		return cli.Usage(err)
	}
	return nil
}

// pointFormats returns the formats of points, those for points only first.
func pointFormats() []string {
	var always, sometimes []string
	for _, e := range export.All() {
		switch {
		case e.OfPoint == nil || slices.Contains(sometimes, e.Points):
		case e.OfPoint(export.Options{}):
			always = append(always, e.Points)
		default:
			sometimes = append(sometimes, e.Points)
		}
	}
	return append(always, sometimes...)
}

// wrongFormatError returns the error of a parameter of other formats, of is one,
// given with a format without it.
func wrongFormatError(p export.Parameter, of, chosen export.Exporter) error {
	text := fmt.Sprintf("--%s goes with --format %s", p.Name, strings.Join(formatsWith(p), " or "))
	if of.Content != "" {
		text += fmt.Sprintf(": %s has no %s", chosen.Extension, of.Content)
	}
	return cli.Usagef("%s", text)
}

// pick returns the point to export: that with the key, or the first fold of the
// best.
func (x *exporting) pick(s *sessions.Session) (*result.Result, error) {
	if x.point == "" {
		rows := s.Rows()
		stars := s.By().Stars(rows)
		other := func(p part.Point) bool { return p.Config() != rows[0].Config }
		if len(stars) == 0 && len(rows) == 1 && !slices.ContainsFunc(s.Points(), other) {
			stars = []int{0} // the only configuration counts as the best
		}
		switch {
		case len(stars) == 0:
			return nil, cli.Usagef("there is no best point to export, because no validation part was set aside: sweep with --validation, or name a point with --point")
		case len(stars) > 1:
			return nil, cli.Usagef("each of the %d training graphs has its own best point: name one with --point", len(stars))
		}
		for _, r := range rows[stars[0]].Results {
			if r.Error == "" {
				return r, nil
			}
		}
	}
	found := slices.DeleteFunc(s.Finished(), func(r *result.Result) bool { return !strings.HasPrefix(r.Key, x.point) })
	switch {
	case len(found) == 0:
		return nil, cli.Usagef("no finished point has a key that begins with %q: sfatui open or --format json shows the keys", message.Clean(x.point))
	case len(found) > 1:
		return nil, cli.Usagef("the keys of %d points begin with %q: give more letters", len(found), message.Clean(x.point))
	case found[0].Error != "":
		return nil, cli.Usagef("point %s failed and has no features: %s", found[0].Key[:12], found[0].Error)
	}
	return found[0], nil
}
