package export

import (
	"context"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/npz"
	"gonum.org/v1/gonum/mat"
)

var (
	ofModel       = Parameter{"model", false, "the model, for other data"}
	keepParameter = Parameter{"keep", false, "keep the arrays in the session, too, so that they need not be solved for again"}
)

// npzArrays writes the features of one finished point, or its model, as arrays.
var npzArrays = Exporter{
	Extension: "npz",
	Doc: `the features of one point on its training and test part, solved again,
with rows, segment starts and labels: numpy.load reads it; with --model
the model that makes them, with most readouts, which sfatui transform
applies to other data`,
	Summary:    "features of the point",
	Binary:     true,
	Content:    "arrays",
	Parameters: []Parameter{ofModel, keepParameter},
	Points:     "npz",
	OfPoint:    func(Options) bool { return true },
	Write:      writeArrays,
}

// writeArrays writes the arrays of a point: those kept in the session, which
// need no data, or else new ones.
func writeArrays(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	r, what, solve := o.Point, sessions.FeatureArrays, writeFeatures
	if ofModel.Bool(o) {
		what, solve = sessions.ModelArrays, model.Write
	}
	o.note("point %s: %s fold %d", r.Key[:12], sessions.LabelsOf(s.Rows())(r.Point), r.Point.Fold+1)
	if ofModel.Bool(o) && readout.Trains(r.Point) && readout.Kinds.Build(r.Point).Restore == nil {
		o.note("note: the readout %s cannot be saved: the model gives the features alone", message.Clean(readout.Name.Of(r.Point)))
	}
	if s.Artifacts().Kept(what, r) {
		return s.Artifacts().Write(w, what, r)
	}
	o.noteEngine(s)
	set, err := o.data(ctx, s)
	if err != nil {
		return err
	}
	if !keepParameter.Bool(o) {
		return solve(ctx, w, s, set, r)
	}
	if err := s.Artifacts().Keep(what, r, func(w io.Writer) error { return solve(ctx, w, s, set, r) }); err != nil {
		return err
	}
	kept, err := s.Reopen()
	if err != nil {
		return err
	}
	return kept.Artifacts().Write(w, what, r)
}

// config describes the origin of a point's features.
type config struct {
	Format     string         `json:"format"`
	Version    int            `json:"version"`
	Session    string         `json:"session"` // UUID
	Engine     string         `json:"engine"`
	KernelPath string         `json:"kernel_path"`
	Data       configData     `json:"data"`
	Result     *result.Result `json:"result"`
}

type configData struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// writeFeatures solves a finished point again, on the session's data, and
// writes its features as arrays that numpy.load reads. For the training and the
// test part, with train_ and test_ before each name:
//
//	features  n×p float64
//	rows      n int64, the samples' rows in the data set, from 0
//	starts    int64, first rows of the stretches of consecutive samples in features: no pair (t, t+1) crosses one
//	labels    n int64, indices into classes, -1 without a label; with labels
//	targets   n float64; with a target
//
// It also writes classes (texts), and config (a text): JSON with the point, its
// result, the session, the data and the engine. Without a test part its arrays
// are omitted.
func writeFeatures(ctx context.Context, w io.Writer, s *sessions.Session, set *data.Set, r *result.Result) error {
	if r.Error != "" {
		return inSession(s, fmt.Errorf("point %s failed and has no features: %s", r.Key[:12], r.Error))
	}
	out, err := run.Solve(ctx, set, s.Header.Data.Hash, r.Point)
	if err != nil {
		return inSession(s, fmt.Errorf("point %s: %w", r.Key[:12], err))
	}
	about, err := jsonl.Marshal(config{
		"sfatui-features", 1, s.Header.UUID, sweep.Version, sweep.KernelPath(),
		configData{s.Header.Data.Name, s.Header.Data.Hash}, r,
	})
	if err != nil {
		return inSession(s, err)
	}
	z := npz.NewWriter(w)
	z.Text("config", message.Clean(string(about)))
	if set.Label != nil {
		z.Texts("classes", set.Classes)
	}
	writePart(z, "train_", set, out.Train, out.TrainRows, out.TrainSpans)
	if out.Test != nil {
		writePart(z, "test_", set, out.Test, out.TestRows, out.TestSpans)
	}
	return z.Close()
}

func writePart(z *npz.Writer, prefix string, set *data.Set, phi *mat.Dense, rows, spans []int) {
	starts := make([]int, len(spans))
	at := 0
	for i, n := range spans {
		starts[i] = at
		at += n
	}
	z.Matrix(prefix+"features", phi)
	z.Ints(prefix+"rows", rows)
	z.Ints(prefix+"starts", starts)
	if set.Label != nil {
		z.Ints(prefix+"labels", data.Pick(set.Label, rows, 1))
	}
	if set.Target != nil {
		z.Floats(prefix+"targets", data.Pick(set.Target, rows, 1))
	}
}
