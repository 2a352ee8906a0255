package datasets

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/datasets/survey"
)

// Survey returns the files that o names, and the columns of tables regardless
// of the roles in o. Both are empty for a built-in set. It reads tables, but no
// sound or images. Its errors are those of [Open] that no role could avoid:
// missing and damaged files. Cancelling ctx ends it.
func Survey(ctx context.Context, o Options) (*survey.Survey, error) {
	s := &survey.Survey{}
	if b, err := (Options{Paths: o.Paths}).builtin(); b != nil || err != nil {
		return s, err
	}
	r := &reading{o: o, from: format.From{Ctx: ctx, Disk: sandbox.Disk{Root: o.Root}, Read: func(int) {}}}
	r.to = (Options{Memory: o.Memory, Granted: o.Granted, Transpose: o.Transpose, Array: o.Array}).sink()
	r.to.Survey = s
	var err error
	if r.to.Missing.Markers, err = format.ParseMarkers(o.MissingValues); err != nil {
		return nil, err
	}
	defer r.to.Store.Keep(nil)
	_, files, err := r.locate()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		s.Files = append(s.Files, survey.File{Path: f.Path, Base: f.Base(), Size: f.Size, Sort: f.Format.Name, Fields: f.Fields, Held: f.Held})
	}
	if len(files) == 1 && !files[0].Held {
		s.Test = locate.TestPart(r.from.Disk, files[0].Path)
	}
	for _, f := range files {
		if f.Format.Kind != data.Table || !f.Format.Columns {
			continue
		}
		if s.More { // the rows of this file are not compared
			s.AllCompared = false
			continue
		}
		if err := r.surveyFile(f, files); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// surveyFile adds the columns of a file to the survey.
func (r *reading) surveyFile(f format.File, all []format.File) error {
	src, err := format.OpenSource(r.from, f, all)
	if err != nil {
		return err
	}
	defer src.Close()
	err = f.Format.Read(r.from.Ctx, src, r.to)
	r.to.Recordings = nil // drop series, which have no columns
	return err
}
