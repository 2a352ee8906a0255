package export

import (
	"context"
	"encoding/json"
	"io"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// jsonLines are what a sweep prints with --json: the finished points as JSON lines, in
// the order of [sessions.Session.Finished], and the choice among them.
var jsonLines = Exporter{
	Extension: "json",
	Doc:       "JSON lines: what --json prints, an object a finished point and the choice",
	Summary:   "table",
	Write:     writeJSON,
}

func writeJSON(_ context.Context, w io.Writer, s *sessions.Session, _ Options) error {
	by, finished := s.By(), s.Finished()
	if len(finished) == 0 {
		return nil
	}
	for _, r := range finished {
		b, err := json.Marshal(by.Printed(r))
		if err != nil {
			return inSession(s, err)
		}
		if _, err := io.WriteString(w, message.Clean(string(b))+"\n"); err != nil {
			return err
		}
	}
	b, err := json.Marshal(ChoiceOf(s))
	if err != nil {
		return inSession(s, err)
	}
	_, err = io.WriteString(w, message.Clean(string(b))+"\n")
	return err
}

// Choice is the last line of a sweep in JSON.
type Choice struct {
	Choice choose.Report `json:"choice"`
	// Nested is what the choice is worth on new data; nil where nothing tells.
	Nested *choose.NestedReport `json:"nested,omitempty"`
	// Permutations is a permutation test of the choice; nil where none was made.
	Permutations *record.Permuted `json:"permutations,omitempty"`
	// Unsealed are the looks at sealed test parts; nil for none.
	Unsealed []record.Unsealed `json:"unsealed,omitempty"`
	// Hindsight is what test says of the choice; nil where it says nothing. Nothing is
	// chosen by it.
	Hindsight *choose.Hindsight `json:"hindsight,omitempty"`
	// Learning are the learning curves over shares of the training part; nil without shares.
	// Their values on test choose nothing.
	Learning []choose.LearningCurve `json:"learning,omitempty"`
	// Importance says which axes matter.
	Importance choose.Importance `json:"importance"`
	// Measured are the fits of the best point whose training outputs were measured again,
	// themselves; nil where that is how all are measured.
	Measured []record.Measured `json:"measured,omitempty"`
	// Search are the rounds of a search; nil without one.
	Search []record.Search `json:"search,omitempty"`
}

// ChoiceOf is the choice among a session's points.
func ChoiceOf(s *sessions.Session) Choice {
	rows, c := s.Choice()
	out := Choice{Choice: c.Report(rows), Learning: c.Learning, Importance: s.Importance(), Measured: s.MeasuredOf(rows, c), Search: s.SearchRounds()}
	if n, ok := s.Nested(rows, c); ok {
		r := n.Report(c.By.Objective)
		out.Nested = &r
	}
	if p, ok := s.State().PermutedOf(out.Choice.NestedKeys); ok {
		out.Permutations = &p
	}
	out.Unsealed = s.State().Unsealed
	if h, ok := s.By().Hindsight(rows, c.Best); ok {
		out.Hindsight = &h
	}
	return out
}
