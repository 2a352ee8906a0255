package export

import (
	"context"
	"encoding/json"
	"io"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
)

// jsonLines are the finished points as JSON lines, each the object that a sweep
// prints for it with --json, in the order of [sessions.Session.Finished].
var jsonLines = Exporter{
	Extension: "json",
	Doc:       "JSON lines: the object that --json prints for each finished point",
	Summary:   "table",
	Write:     writeJSON,
}

func writeJSON(_ context.Context, w io.Writer, s *sessions.Session, _ Options) error {
	by := s.By()
	for _, r := range s.Finished() {
		b, err := json.Marshal(by.Printed(r))
		if err != nil {
			return inSession(s, err)
		}
		if _, err := io.WriteString(w, message.Clean(string(b))+"\n"); err != nil {
			return err
		}
	}
	return nil
}
