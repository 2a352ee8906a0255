package propose

import (
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/survey"
)

// Situation holds the present information on the data, and the options.
type Situation struct {
	Options datasets.Options
	// Standardized reports that inputs are scaled to variance 1, Clipped that extreme values
	// are clipped. Folds is the number of folds; 0 if unset.
	Standardized bool
	Clipped      bool
	Folds        int
	Survey       *survey.Survey
	Report       *inspect.Report // nil while the data cannot be opened
	Advice       *inspect.Advice // nil if unknown or empty

	cells  map[string]int            // number of cells of each column that seem to mark a missing number; nil before they are counted
	scores map[[2]*survey.Column]int // results of panelScore, by the outer and the inner column
	roles  map[string]string         // of the columns that have one; nil before the first question
	given  map[string]bool           // result of proposedColumns; nil before the first call

	together *unitKeys // result of findKeys; nil before the first call
}

// Proposal is a change that a person may accept.
type Proposal struct {
	// ID identifies a proposal while the data is the same.
	ID string
	// Urgent reports that results are wrong or impossible without the change;
	// other proposals are worth trying.
	Urgent bool
	// What is the finding, Why its consequence, and Gives the effect of
	// accepting it.
	What, Why, Gives string
	Changes          []Change
}

// Change is a setting by the name of its flag. One that Adds extends the
// present value.
type Change struct {
	Flag, Value string
	Adds        bool
}

// role returns the flag that gives a column a role, by the options or else by
// its format; "" for none.
func (s *Situation) role(column string) string {
	if s.roles == nil {
		s.roles = s.rolesOfAll()
	}
	return s.roles[column]
}

// rolesOfAll returns the roles of all columns that have one.
func (s *Situation) rolesOfAll() map[string]string {
	roles, stated := map[string]string{}, map[string]bool{}
	for _, r := range s.stated() {
		stated[r.flag] = r.column != ""
	}
	for _, c := range s.Survey.Columns {
		if c.Own != "" && !stated[c.Own] {
			roles[c.Name] = c.Own
		}
	}
	for _, name := range s.Options.Columns {
		roles[name] = "columns"
	}
	for _, name := range s.Options.Drop {
		roles[name] = "drop"
	}
	for _, r := range slices.Backward(s.stated()) {
		if r.column != "" {
			roles[r.column] = r.flag
		}
	}
	return roles
}

// statedRole is a flag that gives a column a role, and the column, "" for none.
type statedRole struct{ flag, column string }

// stated returns the roles that the options state.
func (s *Situation) stated() []statedRole {
	o := s.Options
	roles := []statedRole{
		{"label", o.Label}, {"group", o.Group}, {"target", o.Target}, {"importance", o.Importance},
		{"transition-importance", o.TransitionImportance}, {"cut-by", o.CutBy}, {"split-column", o.SplitColumn}, {"clock", format.ParseClock(o.Clock).Column},
	}
	keys := format.SegmentKeys(o.Segment)
	if s.Survey.Named(o.Segment) != nil {
		keys = []string{o.Segment}
	}
	for _, key := range keys {
		roles = slices.Insert(roles, 1, statedRole{"segment", key})
	}
	return roles
}

// has reports whether a column has a role, by a flag or by its format.
func (s *Situation) has(flag string) bool {
	return slices.ContainsFunc(s.Survey.Columns, func(c *survey.Column) bool { return s.role(c.Name) == flag })
}

// open returns the columns without a role that are in all files.
func (s *Situation) open() []*survey.Column {
	var open []*survey.Column
	for _, c := range s.Survey.Columns {
		if c.Use == survey.Open && s.role(c.Name) == "" && len(s.Options.Columns) == 0 && c.Files == s.Survey.Tables {
			open = append(open, c)
		}
	}
	return open
}

// proposedColumns returns the columns to which a proposal would give a role.
func (s *Situation) proposedColumns() map[string]bool {
	if s.given != nil {
		return s.given
	}
	s.given = map[string]bool{}
	for _, p := range slices.Concat(clocks(s), labels(s), pieces(s), targets(s)) {
		for _, name := range p.columns() {
			s.given[name] = true
		}
	}
	return s.given
}

// inputs returns the columns that are inputs, without text columns.
func (s *Situation) inputs() []*survey.Column {
	var inputs []*survey.Column
	for _, c := range s.Survey.Columns {
		role := s.role(c.Name)
		if role == "columns" || role == "" && c.Use == survey.Open && len(s.Options.Columns) == 0 && !c.Textual() && c.Files == s.Survey.Tables {
			inputs = append(inputs, c)
		}
	}
	return inputs
}
