package sessions

import (
	"encoding/json"
	"io"

	"example.com/sfatui/datasets/message"
)

// WriteJSON writes the finished points as JSON lines, each the object that a
// sweep prints for it with --json, in the order of [Session.Finished].
func (s *Session) WriteJSON(w io.Writer) error {
	for _, r := range s.Finished() {
		b, err := json.Marshal(r)
		if err != nil {
			return s.wrap(err)
		}
		if _, err := io.WriteString(w, message.Clean(string(b))+"\n"); err != nil {
			return err
		}
	}
	return nil
}
