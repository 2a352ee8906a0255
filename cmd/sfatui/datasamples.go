package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/dataset"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// samplesFile holds the flags for writing samples to a file.
type samplesFile struct {
	out, format string
	force       bool
	as          dataset.Format
}

func (s *samplesFile) flags(f *pflag.FlagSet) {
	f.StringVarP(&s.out, "output", "o", "", "write the samples to a file, .csv or .npz (-: standard output)")
	f.StringVar(&s.format, "format", "", "with -o: csv|npz (default: from the file extension, or csv)")
	f.BoolVar(&s.force, "force", false, "with -o: overwrite an existing file")
}

// check returns an error for flags that exclude each other, before data is
// read.
func (s *samplesFile) check(cmd *cobra.Command, q *dataQuery) error {
	if s.out == "" {
		if s.force || s.format != "" {
			return cli.Usagef("--format and --force require -o FILE")
		}
		return nil
	}
	if q.json || q.advise || q.save != "" {
		return cli.Usagef("-o cannot be combined with --json, --advise-embedding or --save: leave out one of them")
	}
	ending := strings.TrimPrefix(filepath.Ext(s.out), ".")
	if s.out == "-" {
		ending = ""
	}
	format := cmp.Or(s.format, ending, "csv")
	at := slices.IndexFunc(dataset.Formats, func(f dataset.Format) bool { return f.Extension == format })
	if at < 0 {
		return cli.Usagef("%q: samples are written as csv or npz: use the extension .csv or .npz, or add --format", message.Clean(format))
	}
	s.as = dataset.Formats[at]
	switch {
	case s.out == "-" && s.force:
		return cli.Usagef("--force requires -o FILE")
	case s.out == "-" && s.as.Binary && cli.IsTerminal(cmd.OutOrStdout()):
		return cli.Usagef("%s is binary: name a file with -o", format)
	case s.out != "-":
		return store.MayWrite(s.out, s.force)
	}
	return nil
}

// write writes the samples of a set.
func (s *samplesFile) write(cmd *cobra.Command, set *data.Set) error {
	if set.Series {
		return cli.Data(dataset.ErrSeries)
	}
	write := func(w io.Writer) error { return s.as.Write(w, set) }
	if s.out == "-" {
		return write(cmd.OutOrStdout())
	}
	if err := store.Save(s.out, s.force, write); err != nil {
		return err
	}
	n, _ := set.X.Dims()
	latents := ""
	if set.Latent != nil {
		_, k := set.Latent.Dims()
		latents = ", with " + message.Counted(k, "known latent variable")
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%s of %s written to %s%s\n", message.Counted(n, "sample"), message.Counted(len(set.Inputs), "input"), message.Clean(s.out), latents)
	return err
}
