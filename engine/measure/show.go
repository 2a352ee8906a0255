package measure

// Show says where and how a measure is shown. A name that is "" is the Label
// of the measure, or its ID where there is little room.
type Show struct {
	// In are the places that show the measure; 0 for all.
	In Places
	// When says which sweeps have it.
	When When
	// Aliases are other names of it in a filter.
	Aliases []string
	// Column heads the column of the workbench's table, Heading a column with more
	// room for its name.
	Column, Heading string
	// Rank says how soon the column gives way where room is short: the lowest
	// first.
	Rank int
	// Report heads the column of a report, Order is its place among those: 0
	// comes behind all others.
	Report string
	Order  int
	// View names the view of an export that draws it.
	View string
	// Chosen says in words what is looked at where an objective chooses by the measure.
	Chosen string
	// Told is what help says of the objective behind its word.
	Told string
	// Brief is that where room is short; Chosen where it is "".
	Brief string
	// Term is what the glossary calls the measure, where that is not its ID.
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
	Checks                        // results computed again
)

// Nowhere is no place: such a measure only has a summary.
const Nowhere Places = 1 << 30

// When says in which sweeps a measure is shown: where all of the conditions
// hold, and without any where some point has it.
type When int

// The conditions of [When].
const (
	Measured   When = 1 << iota // some point has it
	Validated                   // something is set aside to choose by
	Classified                  // readouts tell classes
	Regressed                   // readouts predict a number
	Always     When = 0x100     // no condition
)

// CheckGroup is a group of measures that are verified together.
type CheckGroup string

// The groups of measures that are verified; "" counts as the readout's.
const (
	OfReadout  CheckGroup = ""
	OfSlowness CheckGroup = "slowness"
	OfVariance CheckGroup = "variance"
)

func (s Show) briefly(name string) Show {
	s.Brief = name
	return s
}

// headed replaces the headings of the workbench's table.
func (s Show) headed(column, heading string) Show {
	s.Column, s.Heading = column, heading
	return s
}

// unchecked leaves the measure out where results are computed again.
func (s Show) unchecked() Show {
	s.In &^= Checks
	return s
}

func (s Show) told(text string) Show {
	s.Told = text
	return s
}

// choosing shows what an objective chooses by, which chosen names.
func choosing(chosen, report string, order int) Show {
	return Show{
		In: Filters | Columns | Maps | Reports | Views | PageCharts | Checks, When: Validated, Aliases: []string{"val"},
		Column: "val", Heading: "validation", Rank: 95, Report: report, Order: order, Chosen: chosen,
	}
}
