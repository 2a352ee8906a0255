package export

import (
	"context"
	"io"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/model/onnx"
)

// onnxModel writes the model of one finished point as an ONNX graph.
var onnxModel = Exporter{
	Extension: "onnx",
	Doc: `the model of one point as an ONNX graph of double precision, solved again:
features and, where it is linear, the readout of any sample, for
onnxruntime and others; what its operators cannot express is refused by name`,
	Summary:    "model of the point",
	Binary:     true,
	Parameters: []Parameter{ofModel},
	Points:     "onnx",
	OfPoint:    func(Options) bool { return true },
	Write:      writeONNX,
}

// writeONNX writes the model of a point.
func writeONNX(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	o.note("point %s: %s fold %d", o.Point.Key[:12], sessions.LabelsOf(s.Rows())(o.Point.Point), o.Point.Point.Fold+1)
	o.noteEngine(s)
	set, err := o.data(ctx, s)
	if err != nil {
		return err
	}
	notes, err := onnx.Write(ctx, w, s, set, o.Point)
	for _, note := range notes {
		o.note("note: %s", note)
	}
	return err
}
