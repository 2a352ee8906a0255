package propose

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/survey"
)

// copies proposes to leave out inputs that equal another in all rows. It is urgent where numbers
// are missing, so that it comes before rows are left out.
func copies(s *Situation) []Proposal {
	inputs, urgent := map[string]bool{}, false
	for _, c := range s.inputs() {
		inputs[c.Name] = true
		urgent = urgent || s.missingCells(c) > 0
	}
	var all []Proposal
	add := func(name, of string) {
		all = append(all, Proposal{
			ID: "copy " + name, Urgent: urgent, What: name + " is a copy of " + of, Why: "it counts twice in every distance",
			Gives: "the column is left out, and nothing is lost", Changes: []Change{{"drop", name, true}},
		})
		delete(inputs, name)
	}
	if !s.Survey.More || s.Survey.AllCompared {
		for _, set := range s.Survey.Copies() {
			set = slices.DeleteFunc(slices.Clone(set), func(c *survey.Column) bool { return !inputs[c.Name] })
			for _, c := range set[min(1, len(set)):] {
				add(c.Name, set[0].Name)
			}
		}
	}
	if s.Report != nil {
		for _, pair := range s.Report.Duplicates {
			if name, of, _ := strings.Cut(pair, " = "); inputs[name] && inputs[of] {
				add(name, of)
			}
		}
	}
	return all
}

// labelCopies proposes to leave out inputs that may repeat the label or the target.
func labelCopies(s *Situation) []Proposal {
	if s.Report == nil {
		return nil
	}
	var all []Proposal
	for _, name := range s.Report.LabelCopies {
		if role := s.role(name); role != "" && role != "columns" || s.Survey.Named(name) == nil {
			continue
		}
		all = append(all, Proposal{
			ID: "answer " + name, Urgent: true, What: name + " may repeat the answer",
			Why:     "it has one value for each label, or equals the target, so that the score proves nothing",
			Gives:   "the column is left out; the score then measures prediction",
			Changes: []Change{{"drop", name, true}},
		})
	}
	return all
}
