package datasets

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"example.com/sfatui/datasets/message"
)

// file is a file to read.
type file struct {
	path   string
	size   int64
	format *format
	held   bool
	fields map[string]string // what its name, or a manifest, tells of it
	target []float64         // the one number that a manifest gives to predict; nil without
	images []imageRef        // those of a folder, which path then is
}

// base names the file's segments.
func (f file) base() string { return message.Clean(filepath.Base(f.path)) }

// lend gives the segments of a file what is told of them.
func (f file) lend(recordings []*recording) {
	for _, r := range recordings {
		if r.fields == nil {
			r.fields = map[string]string{}
		}
		for field, value := range f.fields {
			if _, own := r.fields[field]; !own {
				r.fields[field] = value
			}
		}
		if label, ok := f.fields["label"]; ok && r.labels == nil {
			r.labels = []string{label}
		}
		if r.group == "" {
			r.group = f.fields["group"]
		}
		if f.target != nil && r.target == nil {
			r.target = slices.Repeat(f.target, r.rows)
		}
	}
}

// readFiles reads the files and keeps the segments that --where asks for.
func (j *job) readFiles(files []file, m *material) error {
	files, chosen, err := j.preselect(files, m)
	if err != nil {
		return err
	}
	for _, f := range files {
		j.total += int(f.size)
		if f.format == &formatTable {
			j.tables = append(j.tables, f)
		}
	}
	j.files = files
	for _, f := range files {
		before := len(m.recordings)
		if err := f.format.read(j, f, m); err != nil {
			return err
		}
		if len(m.recordings) == before {
			return fmt.Errorf("%s holds no samples that could be used", message.Clean(f.path))
		}
		f.lend(m.recordings[before:])
		for _, r := range m.recordings[before:] {
			if err := j.place(r); err != nil {
				return err
			}
		}
	}
	m.heldLast()
	if err := m.settleTarget(); err != nil {
		return err
	}
	if chosen {
		return nil
	}
	return j.choose(m)
}

// settleTarget names the target that manifests give, and refuses one that only
// a part of the data has.
func (m *material) settleTarget() error {
	with := func(r *recording) bool { return r.target != nil }
	if !slices.ContainsFunc(m.recordings, with) {
		return nil
	}
	if m.targetName == "" {
		m.targetName = "target"
	}
	for _, r := range m.recordings {
		if !with(r) {
			return fmt.Errorf("segment %s has no target, but others have one: give it to all files, or to none", r.name)
		}
	}
	return nil
}

// remedies for --where by what has no fields.
const (
	nameTheParts   = "say with --name how to read fields off the file names, as in --name '{label}_{group}_{rep}'"
	nameTheColumns = "name columns with --label, --segment or --group"
)

// preselect chooses among the files before they are read where their names
// tell all that --where asks for; chosen is false where they do not. It
// refuses what no file can have.
func (j *job) preselect(files []file, m *material) (kept []file, chosen bool, err error) {
	if len(j.where) == 0 {
		return files, true, nil
	}
	known := commonFields(files)
	if !slices.ContainsFunc(j.where, func(c condition) bool { return !slices.Contains(known, c.field) }) {
		kept, err = j.chosenFiles(files, m)
		return kept, true, err
	}
	allTables := !slices.ContainsFunc(files, func(f file) bool { return f.format != &formatTable })
	switch {
	case m.kind == sound:
		err = j.where.check(known, nameTheParts)
	case allTables:
		err = j.where.check(append(known, j.o.roleFields()...), nameTheColumns)
	}
	return files, false, err
}

// commonFields are the fields that the names of all files tell, sorted.
func commonFields(files []file) []string {
	var common []string
	for _, field := range slices.Sorted(maps.Keys(files[0].fields)) {
		if !slices.ContainsFunc(files, func(f file) bool { _, ok := f.fields[field]; return !ok }) {
			common = append(common, field)
		}
	}
	return common
}

// roleFields are the fields that flags give the segments of a table.
func (o Options) roleFields() []string {
	var fields []string
	for _, role := range [][2]string{{"label", o.Label}, {"segment", o.Segment}, {"group", o.Group}} {
		if role[1] != "" {
			fields = append(fields, role[0], message.Clean(role[1]))
		}
	}
	return fields
}

// chosenFiles is what --where keeps of files by what their names tell.
func (j *job) chosenFiles(files []file, m *material) ([]file, error) {
	of := map[*recording]file{}
	var parts [2][]*recording // the data, and the test data
	for _, f := range files {
		r := &recording{name: f.base(), fields: f.fields}
		of[r] = f
		if f.held {
			parts[1] = append(parts[1], r)
		} else {
			parts[0] = append(parts[0], r)
		}
	}
	recordings, err := j.chosen(parts[0], parts[1], m)
	kept := make([]file, len(recordings))
	for i, r := range recordings {
		kept[i] = of[r]
	}
	return kept, err
}

// choose keeps of the segments that were read those that --where asks for.
func (j *job) choose(m *material) error {
	var fields []string
	for _, r := range m.recordings {
		for field := range r.fields {
			if !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	slices.Sort(fields)
	if err := j.where.check(append(fields, j.o.roleFields()...), nameTheColumns); err != nil {
		return err
	}
	held := len(m.recordings)
	for i, r := range m.recordings {
		if r.held {
			held = min(held, i)
		}
		for _, c := range j.where {
			if _, ok := r.fields[c.field]; !ok {
				return errors.New("--where " + c.field + ": the " + c.field + " changes inside segment " + r.name + ", or is not known there, " +
					"and --where keeps whole segments: cut the rows into segments of one " + c.field + " with --segment")
			}
		}
	}
	var err error
	m.recordings, err = j.chosen(m.recordings[:held:held], m.recordings[held:], m)
	return err
}

// chosen is what --where keeps of the data and of the test data, in order.
func (j *job) chosen(train, test []*recording, m *material) ([]*recording, error) {
	train, err := j.where.filter(train, m, "")
	if err != nil {
		return nil, err
	}
	test, err = j.where.filter(test, m, " of the test data")
	if err != nil {
		return nil, err
	}
	return append(train, test...), nil
}
