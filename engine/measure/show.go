package measure

// Show determines where and how a measure is shown. An empty name stands for the Label
// of the measure, or its ID if space is short.
type Show struct {
	// In are the places that show the measure; 0 for all.
	In Places
	// When is the condition under which a sweep shows the measure.
	When When
	// Aliases are other names of it in a filter.
	Aliases []string
	// Column is the heading of the workbench's table column, Heading that of a column
	// with more room for its name.
	Column, Heading string
	// Rank is the order in which columns are dropped if space is short: the lowest
	// first.
	Rank int
	// Report is the heading of the column in a report, Order its position there: 0 is
	// after all others.
	Report string
	Order  int
	// View names the view of an export that draws it.
	View string
	// Chosen describes the quantity in words if an objective chooses by the measure.
	Chosen string
	// Help is the description of the objective in help.
	Help string
	// Brief is Chosen for short space; "" for Chosen itself.
	Brief string
	// Term is the measure's term in the glossary, if that is not its ID.
	Term string
	// Map and Contrast are its names on a map and in a comparison of two points.
	Map, Contrast string
	// Checked is the group of measures that it is verified with.
	Checked CheckGroup
}

// Places are places that show measures.
type Places int

// The places that show measures.
const (
	Filters    Places = 1 << iota // filters, sorting and the comparison page of the workbench
	Columns                       // the workbench's table
	Maps                          // the workbench's map
	Reports                       // the table of a report
	Views                         // exported plots
	PageCharts                    // the plots of a report as a page
	Contrasts                     // comparisons of two points
	Checks                        // verification of recomputed results
)

// Nowhere marks a measure that only has a summary.
const Nowhere Places = 1 << 30

// When is the condition for showing a measure in a sweep: all of its bits must hold;
// without bits, some point must have the measure.
type When int

// The conditions of [When].
const (
	Measured   When = 1 << iota // some point has it
	Validated                   // validation parts are set aside to choose by
	Classified                  // readouts classify
	Regressed                   // readouts predict a number
	Always     When = 0x100     // no condition
)

// CheckGroup is a group of measures that are verified together.
type CheckGroup string

// The groups of measures that are verified; "" stands for the readout's.
const (
	OfReadout  CheckGroup = ""
	OfSlowness CheckGroup = "slowness"
	OfVariance CheckGroup = "variance"
)

func (s Show) withBrief(name string) Show {
	s.Brief = name
	return s
}

// withHeadings replaces the headings of the workbench's table.
func (s Show) withHeadings(column, heading string) Show {
	s.Column, s.Heading = column, heading
	return s
}

// unchecked excludes the measure from the verification of recomputed results.
func (s Show) unchecked() Show {
	s.In &^= Checks
	return s
}

func (s Show) withHelp(text string) Show {
	s.Help = text
	return s
}

// choosingShow returns the Show of a measure that an objective chooses by; chosen
// describes it.
func choosingShow(chosen, report string, order int) Show {
	return Show{
		In: Filters | Columns | Maps | Reports | Views | PageCharts | Checks, When: Validated, Aliases: []string{"val"},
		Column: "val", Heading: "validation", Rank: 95, Report: report, Order: order, Chosen: chosen,
	}
}
