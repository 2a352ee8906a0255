package datasets

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/message"
)

// reading holds the state while a data set is read.
type reading struct {
	o          Options
	from       format.From
	progress   func(done, total int)
	where      where
	name       *locate.NamePattern // nil without
	to         *format.Sink
	lateHashes []*format.LateHash // of files that stay in memory unchanged
}

// addFileFields adds the fields of a file's name or manifest to its segments.
func addFileFields(f format.File, recordings []*data.Recording) {
	for _, r := range recordings {
		if r.Fields == nil {
			r.Fields = map[string]string{}
		}
		for field, value := range f.Fields {
			if _, own := r.Fields[field]; !own {
				r.Fields[field] = value
			}
		}
		if label, ok := f.Fields["label"]; ok && r.Labels == nil {
			r.Labels = []string{label}
		}
		if r.Group == "" {
			r.Group = f.Fields["group"]
		}
		if f.Target != nil && r.Target == nil {
			r.Target = slices.Repeat(f.Target, r.Rows)
		}
	}
}

// readFiles reads the files and keeps the segments that match --where.
func (r *reading) readFiles(files []format.File) error {
	files, chosen, err := r.preselect(files)
	if err != nil {
		return err
	}
	if len(files) > 1 {
		r.to.Columns.Lacking = map[string]error{}
	}
	if files, err = r.applyDiffering(files); err != nil {
		return err
	}
	total := 0
	for _, f := range files {
		total += int(f.Size)
	}
	r.from.Read = counter(r.progress, total)
	r.to.Whole = r.o.readsAll() && len(files) == 1
	for _, f := range files {
		if err := r.readFile(f, files); err != nil {
			return r.withUnknownDropped(files, r.explainMismatch(files, err))
		}
	}
	if err := r.to.Columns.CheckDropped(); err != nil {
		return err
	}
	heldLast(r.to.Raw)
	if err := settleTarget(r.to.Raw); err != nil {
		return err
	}
	if chosen {
		return nil
	}
	return r.choose()
}

// readFile reads one of the files completely.
func (r *reading) readFile(f format.File, all []format.File) error {
	src, err := format.OpenSource(r.from, f, all)
	if err != nil {
		return err
	}
	defer src.Close()
	before, missing := len(r.to.Recordings), r.to.Found.Missing
	if err := f.Format.Read(r.from.Ctx, src, r.to); err != nil {
		return err
	}
	sources, err := src.Finish()
	if err != nil {
		return err
	}
	r.to.Sources = append(r.to.Sources, sources...)
	if src.Content != nil && src.Later != nil {
		r.lateHashes = append(r.lateHashes, src.Later)
	}
	if len(r.to.Recordings) == before {
		if n := r.to.Found.Missing - missing; n > 0 {
			return fmt.Errorf("%s has no usable samples: a number is missing in each of its %s; leave out columns that are mostly empty with --drop", f.Shown(), message.Counted(n, "row"))
		}
		return fmt.Errorf("%s has no usable samples", f.Shown())
	}
	addFileFields(f, r.to.Recordings[before:])
	for _, recording := range r.to.Recordings[before:] {
		if err := r.to.Place(recording); err != nil {
			return err
		}
	}
	return nil
}

// counter returns a function that adds up the bytes read, of total, and calls
// progress at every megabyte.
func counter(progress func(done, total int), total int) func(n int) {
	done, told := 0, 0
	return func(n int) {
		done += n
		if done-told >= 1<<20 || done == total {
			told = done
			progress(done, max(total, done))
		}
	}
}

// settleTarget sets the name of the target from manifests. It returns an error
// if only some of the data has a target.
func settleTarget(m *data.Raw) error {
	with := func(r *data.Recording) bool { return r.Target != nil }
	if !slices.ContainsFunc(m.Recordings, with) {
		return nil
	}
	if m.TargetName == "" {
		m.TargetName = "target"
	}
	for _, r := range m.Recordings {
		if !with(r) {
			return fmt.Errorf("segment %s has no target, but others have one: give it to all files, or to none", r.Name)
		}
	}
	return nil
}

// Remedies for --where on data without fields.
const (
	nameTheParts   = "extract fields from the file names with --name, as in --name '{label}_{group}_{rep}'"
	nameTheColumns = "name columns with --label, --segment or --group"
)

// preselect returns the files whose names match --where, before they are read.
// chosen is false if conditions concern other fields. It returns an error for
// fields that no file can have.
func (r *reading) preselect(files []format.File) (kept []format.File, chosen bool, err error) {
	if len(r.where) == 0 {
		return files, true, nil
	}
	known := commonFields(files)
	if !slices.ContainsFunc(r.where, func(c condition) bool { return !slices.Contains(known, c.field) }) {
		kept, err = r.chosenFiles(files)
		return kept, true, err
	}
	allTables := !slices.ContainsFunc(files, func(f format.File) bool { return !f.Format.Manifest })
	switch {
	case r.to.Kind == data.Sound:
		err = r.where.check(known, nameTheParts)
	case allTables:
		err = r.where.check(append(known, r.to.Columns.RoleFields()...), nameTheColumns)
	}
	return files, false, err
}

// commonFields returns the sorted fields that the names of all files have.
func commonFields(files []format.File) []string {
	var common []string
	for _, field := range slices.Sorted(maps.Keys(files[0].Fields)) {
		if !slices.ContainsFunc(files, func(f format.File) bool { _, ok := f.Fields[field]; return !ok }) {
			common = append(common, field)
		}
	}
	return common
}

// chosenFiles returns the files whose name fields match --where.
func (r *reading) chosenFiles(files []format.File) ([]format.File, error) {
	of := map[*data.Recording]format.File{}
	var parts [2][]*data.Recording // the data, and the test data
	for _, f := range files {
		recording := &data.Recording{Name: f.Base(), Fields: f.Fields}
		of[recording] = f
		if f.Held {
			parts[1] = append(parts[1], recording)
		} else {
			parts[0] = append(parts[0], recording)
		}
	}
	recordings, err := r.selectWhere(parts[0], parts[1])
	kept := make([]format.File, len(recordings))
	for i, recording := range recordings {
		kept[i] = of[recording]
	}
	return kept, err
}

// choose keeps the segments that match --where.
func (r *reading) choose() error {
	m := r.to.Raw
	var fields []string
	for _, recording := range m.Recordings {
		for field := range recording.Fields {
			if !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	slices.Sort(fields)
	if err := r.where.check(append(fields, r.to.Columns.RoleFields()...), nameTheColumns); err != nil {
		return err
	}
	held := len(m.Recordings)
	for i, recording := range m.Recordings {
		if recording.Held {
			held = min(held, i)
		}
		for _, c := range r.where {
			if _, ok := recording.Fields[c.field]; !ok {
				return errors.New("--where " + c.field + ": the " + c.field + " changes inside segment " + recording.Name + ", or is not known there, " +
					"and --where keeps whole segments: cut the rows into segments of one " + c.field + " with --segment")
			}
		}
	}
	var err error
	m.Recordings, err = r.selectWhere(m.Recordings[:held:held], m.Recordings[held:])
	return err
}

// selectWhere returns the data and the test data that match --where, in order.
func (r *reading) selectWhere(train, test []*data.Recording) ([]*data.Recording, error) {
	train, err := r.where.filter(train, r.to.Raw, "")
	if err != nil {
		return nil, err
	}
	test, err = r.where.filter(test, r.to.Raw, " of the test data")
	if err != nil {
		return nil, err
	}
	return append(train, test...), nil
}

// heldLast moves test data to the end, keeping the order otherwise.
func heldLast(m *data.Raw) {
	slices.SortStableFunc(m.Recordings, func(a, b *data.Recording) int {
		switch {
		case a.Held == b.Held:
			return 0
		case b.Held:
			return -1
		}
		return 1
	})
}
