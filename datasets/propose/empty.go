package propose

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/survey"
)

// emptyColumns returns the columns of numbers or text without a role, and
// without a proposed one, that are nearly empty.
func (s *Situation) emptyColumns() []*survey.Column {
	given := s.proposedColumns()
	return slices.DeleteFunc(s.open(), func(c *survey.Column) bool {
		absent := c.Missing
		if !c.Textual() {
			absent = s.missingCells(c)
		}
		return given[c.Name] || absent == 0 || float64(absent) < nearlyAll*float64(c.Numbers+c.Missing+c.Texts)
	})
}

// leaveEmpty proposes to leave out columns that are nearly empty.
func leaveEmpty(columns []*survey.Column) Proposal {
	p := Proposal{
		Urgent: true, Why: fmt.Sprintf("each is missing in %.0f %% of the rows or more, and rows without them cannot be used", 100*nearlyAll),
		Gives: message.Counted(len(columns), "column") + " left out, and their rows stay",
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
		p.Changes = append(p.Changes, Change{"drop", c.Name, true})
	}
	p.ID, p.What = leavesEmpty+strings.Join(names, " "), message.List(names)+" are nearly empty"
	return p
}

// leavesEmpty begins the ID of a proposal that leaves out several nearly empty columns.
const leavesEmpty = "empty columns "
