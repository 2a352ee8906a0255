package datasets

import (
	"os"
	"slices"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
)

// builtin returns the built-in set that the paths name, nil for files. A path
// without a separator that names a built-in set means that set, even if a file
// has the same name.
func (o Options) builtin() (*builtin.Set, error) {
	paths := o.Paths
	if len(paths) == 0 {
		paths = []string{builtin.Default}
	}
	for _, path := range o.TestPaths {
		if slices.Contains(builtin.Names(), path) {
			return nil, message.Usagef("--test-data %s: test data must be files, not a built-in set; use --folds", path)
		}
	}
	for _, b := range builtin.Sets() {
		switch {
		case !slices.Contains(paths, b.Name):
			continue
		case len(paths) > 1:
			return nil, message.Usagef("the built-in set %s cannot be read together with other data; for a file of that name write .%c%s",
				b.Name, os.PathSeparator, b.Name)
		case len(o.TestPaths) > 0:
			return nil, message.Usagef("the built-in set %s cannot be combined with --test-data; use --folds or --repeats", b.Name)
		case o.Name != "":
			return nil, message.Usagef("--name is for WAV files; %s", b.DescribeFields())
		case o.columns().Flag() != "":
			return nil, message.Usagef("--%s names a column of a table; the built-in set %s has its labels and segments already", o.columns().Flag(), b.Name)
		}
		return &b, nil
	}
	return nil, nil
}

// readBuiltin generates a built-in set and selects segments.
func (r *reading) readBuiltin(b *builtin.Set) error {
	if err := r.where.check(b.Fields, b.DescribeFields()); err != nil {
		return err
	}
	r.progress(0, 1)
	m := b.Make()
	r.progress(1, 1)
	if err := r.from.Ctx.Err(); err != nil {
		return err
	}
	m.Name = b.Name
	if info, err := r.from.Disk.Stat(b.Name); err == nil && len(r.o.Paths) > 0 {
		what := "file"
		if info.IsDir() {
			what = "directory"
		}
		m.Note("%s is the built-in set; for the %s of that name write .%c%s", b.Name, what, os.PathSeparator, b.Name)
	}
	r.to.Raw = m
	var err error
	m.Recordings, err = r.selectWhere(m.Recordings, nil)
	return err
}
