package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Treatments of files whose inputs differ from those of most files.
const (
	leaveOut   = "leave-out"
	keepCommon = "common"
)

var differingWords = []string{"refuse", leaveOut, keepCommon}

// fileInputs holds the inputs of a file, or the error of reading them.
type fileInputs struct {
	file   format.File
	inputs []string
	err    error
}

// readAllInputs returns the inputs of all files, from their beginnings if
// possible, else by reading them completely. It returns nil for sound and
// images, which have no inputs of their own.
func (r *reading) readAllInputs(files []format.File) ([]fileInputs, error) {
	all := make([]fileInputs, len(files))
	quiet := r.from
	quiet.Read = func(int) {}
	for i, f := range files {
		if f.Format.Kind != data.Table {
			return nil, nil
		}
		all[i].file = f
		if f.Format.Inputs != nil {
			if err := all[i].readWith(quiet, files, func(src *format.Source) ([]string, error) { return f.Format.Inputs(r.from.Ctx, src, r.to) }); err != nil {
				return nil, err
			}
		}
		if all[i].err == nil && all[i].inputs == nil {
			if err := all[i].readWith(quiet, files, r.readInputs); err != nil {
				return nil, err
			}
		}
		if err := r.from.Ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readWith opens the file and calls at with it. It returns an error only if the
// file cannot be opened.
func (s *fileInputs) readWith(from format.From, files []format.File, at func(*format.Source) ([]string, error)) error {
	src, err := format.OpenSource(from, s.file, files)
	if err != nil {
		return err
	}
	defer src.Close()
	s.inputs, s.err = at(src)
	return nil
}

// readInputs reads a whole source and returns its inputs.
func (r *reading) readInputs(src *format.Source) ([]string, error) {
	to := r.o.sink()
	defer to.Store.Keep(nil)
	to.Missing, to.Columns.Lacking = r.to.Missing, r.to.Columns.Lacking
	err := src.File.Format.Read(r.from.Ctx, src, to)
	return to.Inputs, err
}

// haveNames reports whether the inputs of the files have names, so that they
// can be selected by name.
func haveNames(all []fileInputs) bool {
	return !slices.ContainsFunc(all, func(s fileInputs) bool {
		return s.file.Format.Inputs == nil && slices.Equal(s.inputs, format.Numbered(len(s.inputs)))
	})
}

// commonestInputs returns the inputs that most files have, of equally frequent
// ones those of the first file.
func commonestInputs(all []fileInputs) []string {
	counts := map[string]int{}
	var most []string
	for _, s := range all {
		counts[strings.Join(s.inputs, "\n")]++
	}
	for _, s := range all {
		if s.err == nil && (most == nil || counts[strings.Join(s.inputs, "\n")] > counts[strings.Join(most, "\n")]) {
			most = s.inputs
		}
	}
	return most
}

// splitDiffering returns the files with other inputs than the usual ones, and
// the inputs that all files have.
func splitDiffering(all []fileInputs) (others []fileInputs, common []string) {
	most := commonestInputs(all)
	for _, name := range most {
		if !slices.ContainsFunc(all, func(s fileInputs) bool { return !slices.Contains(s.inputs, name) }) {
			common = append(common, name)
		}
	}
	for _, s := range all {
		if s.err != nil || !slices.Equal(s.inputs, most) {
			others = append(others, s)
		}
	}
	return others, common
}

// describeDifference describes how a file's inputs differ from
// the usual ones.
func (s fileInputs) describeDifference(most []string) string {
	if s.err != nil {
		return "cannot be read: " + strings.TrimPrefix(s.err.Error(), s.file.Shown()+": ")
	}
	only := func(a, b []string) []string {
		return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return slices.Contains(b, name) })
	}
	var parts []string
	if lacks := only(most, s.inputs); len(lacks) > 0 {
		parts = append(parts, "lacks "+message.List(lacks))
	}
	if more := only(s.inputs, most); len(more) > 0 {
		parts = append(parts, "has "+message.List(more)+" besides")
	}
	if parts == nil {
		return "has them in another order"
	}
	return strings.Join(parts, ", ")
}

// applyDiffering leaves out the files that differ, or restricts the inputs to
// the common ones, as --differing specifies.
func (r *reading) applyDiffering(files []format.File) ([]format.File, error) {
	how := r.o.Differing
	if how != leaveOut && how != keepCommon || len(files) < 2 {
		return files, nil
	}
	all, err := r.readAllInputs(files)
	if err != nil {
		return nil, err
	}
	if all == nil {
		return nil, message.Usagef("--differing %s is for tables, series and arrays: sound and images have no inputs of their own; name the files that you want", how)
	}
	others, common := splitDiffering(all)
	if len(others) == 0 {
		return files, nil
	}
	if how == leaveOut {
		var kept []format.File
		for _, s := range all {
			if !slices.ContainsFunc(others, func(o fileInputs) bool { return o.file.Path == s.file.Path }) {
				kept = append(kept, s.file)
			}
		}
		if len(kept) == 0 { // report what is wrong
			return nil, others[0].err
		}
		r.to.Note("left out, because their inputs differ from those of the other %d: %s: %s", len(kept), message.Counted(len(others), "file"), r.list(all, others))
		return kept, nil
	}
	for _, s := range others {
		if s.err != nil {
			return nil, s.err
		}
	}
	if !haveNames(all) {
		return nil, message.Usagef("--differing %s keeps inputs by their names, and those of %s have none: leave out the files that differ with --differing %s: %s", how, all[0].file.Format.Name, leaveOut, r.list(all, others))
	}
	if len(common) == 0 {
		return nil, fmt.Errorf("no input is in all of the %d files: leave out those that differ with --differing leave-out: %s", len(files), r.list(all, others))
	}
	r.to.Columns.Inputs, r.to.Columns.Ordered = common, true
	r.to.Note("only the %s that all files have are kept (%s), because %s: %s", message.Counted(len(common), "input"), message.List(common), counted(len(others)), r.list(all, others))
	return files, nil
}

// counted returns the number of differing files in words.
func counted(n int) string {
	if n == 1 {
		return "1 file has other inputs"
	}
	return fmt.Sprintf("%d files have other inputs", n)
}

// list returns the names of files and how each differs.
func (r *reading) list(all, others []fileInputs) string {
	most := commonestInputs(all)
	names := make([]string, len(others))
	for i, s := range others {
		names[i] = fmt.Sprintf("%s (%s)", s.file.Base(), s.describeDifference(most))
	}
	return message.List(names)
}

// explainMismatch adds to a mismatch error which files differ from most, and
// the remedies.
func (r *reading) explainMismatch(files []format.File, err error) error {
	var mismatch *format.Mismatch
	if !errors.As(err, &mismatch) || r.o.Differing != "" && r.o.Differing != "refuse" {
		return err
	}
	all, failed := r.readAllInputs(files)
	if failed != nil || all == nil {
		return err
	}
	others, common := splitDiffering(all)
	if len(others) == 0 {
		return err
	}
	text := fmt.Sprintf("%v. Of %d files %s: %s; leave out with --differing leave-out", err, len(files), counted(len(others)), r.list(all, others))
	if len(common) > 0 && !slices.Equal(common, format.Numbered(len(common))) {
		text += fmt.Sprintf(", or keep the %s that all have (%s) with --differing common", message.Counted(len(common), "input"), message.List(common))
	}
	return errors.New(text)
}
