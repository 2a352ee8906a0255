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

// jsonLines writes the output of a sweep with --json: the finished points as
// JSON lines, in the order of [sessions.Session.Finished], and the choice among
// them.
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
	// Nested is the nested estimate of the choice on new data; nil if there is
	// none.
	Nested *choose.NestedReport `json:"nested,omitempty"`
	// Permutations is the permutation test of the choice; nil for none.
	Permutations *record.Permuted `json:"permutations,omitempty"`
	// Unsealed holds the evaluations of sealed test parts; nil for none.
	Unsealed []record.Unsealed `json:"unsealed,omitempty"`
	// Hindsight compares the choice with the test parts; nil if that is
	// impossible. It does not affect the choice.
	Hindsight *choose.Hindsight `json:"hindsight,omitempty"`
	// Learning holds the learning curves over shares of the training part; nil
	// without shares. Their test values do not affect the choice.
	Learning []choose.LearningCurve `json:"learning,omitempty"`
	// Importance holds the shares of the score's variance by axis.
	Importance choose.Importance `json:"importance"`
	// Measured holds the fits of the best point whose training outputs were
	// measured again; nil if all fits are measured so.
	Measured []record.Measured `json:"measured,omitempty"`
	// Search holds the rounds of a search; nil without one.
	Search []record.Search `json:"search,omitempty"`
}

// ChoiceOf returns the choice among a session's points.
func ChoiceOf(s *sessions.Session) Choice {
	rows, c := s.Choice()
	out := Choice{Choice: c.Report(rows), Learning: c.Learning, Importance: s.By().Importance(rows, s.FirstPlan()), Measured: sessions.MeasuredOf(s.State(), rows, c), Search: record.SearchRounds(s.Records())}
	if n, ok := sessions.Nested(s.State(), rows, c); ok {
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
