package datasets

import (
	"errors"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// withUnknownDropped adds to the error of a file, if a flag causes it, the errors of dropped columns
// that no file has, so that one remedy corrects all names. In place of other errors it returns
// these alone, because a misspelt name leaves its column among the inputs.
func (r *reading) withUnknownDropped(files []format.File, err error) error {
	unknown := r.unknownDropped(files)
	var usage *message.UsageError
	switch {
	case unknown == nil || r.from.Ctx.Err() != nil:
		return err
	case errors.As(err, &usage):
		unknown = append([]error{err}, unknown...)
	}
	return message.Unknown(unknown)
}

// unknownDropped returns the errors of dropped columns that no file has, from the first rows of the
// files; nil if these do not name the columns of each file.
func (r *reading) unknownDropped(files []format.File) []error {
	left := format.Columns{}
	for _, name := range r.to.Columns.Drop {
		if r.to.Columns.Lacking[name] != nil {
			left.Drop = append(left.Drop, name)
		}
	}
	quiet := r.from
	quiet.Read = func(int) {}
	for _, f := range files {
		if len(left.Drop) == 0 || f.Format.Inputs == nil || r.from.Ctx.Err() != nil {
			return nil
		}
		left.Lacking = map[string]error{}
		s := fileInputs{file: f}
		failed := s.readWith(quiet, files, func(src *format.Source) ([]string, error) {
			return f.Format.Inputs(r.from.Ctx, src, &format.Sink{Raw: &data.Raw{}, Columns: left, Missing: r.to.Missing, Transpose: r.to.Transpose})
		})
		if failed != nil || len(left.Lacking) == 0 {
			return nil
		}
		var drop []string
		for _, name := range left.Drop {
			if left.Lacking[name] != nil {
				drop = append(drop, name)
			}
		}
		left.Drop = drop
	}
	var unknown []error
	for _, name := range left.Drop {
		unknown = append(unknown, r.to.Columns.Lacking[name])
	}
	return unknown
}
