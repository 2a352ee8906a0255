package report

import (
	"regexp"
	"slices"
)

// Report is a session described for readers, to be formatted as Markdown or
// HTML. Its texts are clean but not escaped.
type Report struct {
	Title  string
	Blocks []Block
}

// A Block is one part of a report: a [Heading], [Paragraph], [Bullets], [Code],
// [BibTeX] or [Table].
type Block any

// The kinds of blocks.
type (
	Heading   string
	Paragraph string
	Bullets   []string
	Code      string // shell commands
	BibTeX    string // bibliography entries
)

func (r *Report) add(blocks ...Block) { r.Blocks = append(r.Blocks, blocks...) }

// Table is a table of texts. A table of a sweep has a row for each configuration,
// averaged over its folds.
type Table struct {
	Head []string
	Body [][]string
	// Marks precede the rows: ★ for the best, ≈ for rows not distinguishable
	// from it; nil without any.
	Marks []string
}

// Mark returns the mark of a row.
func (t Table) Mark(i int) string {
	if t.Marks == nil {
		return ""
	}
	return t.Marks[i]
}

var numeral = regexp.MustCompile(`^(–|[-+]?[0-9.]+(e[-+]?[0-9]+)?( ± .*)?( \((draws )?[-+e0-9./]+\))?)$`)

// Numeric reports whether column j contains only numbers.
func (t Table) Numeric(j int) bool {
	return !slices.ContainsFunc(t.Body, func(row []string) bool { return !numeral.MatchString(row[j]) })
}
