package report

import "regexp"

// Report is a session told for readers, to be set as Markdown or HTML. Its texts
// are clean, and not yet escaped.
type Report struct {
	Title  string
	Blocks []Block
}

// Block is one part of a report: a [Heading], [Paragraph], [Bullets], [Code] or
// [Table].
type Block any

// The kinds of blocks.
type (
	Heading   string
	Paragraph string
	Bullets   []string
	Code      string // commands of a shell
	BibTeX    string // entries of a bibliography
)

func (r *Report) add(blocks ...Block) { r.Blocks = append(r.Blocks, blocks...) }

// Table is a table of texts. A table of a sweep has a row for each configuration,
// averaged over its folds.
type Table struct {
	Head []string
	Body [][]string
	// Marks stand before the rows: ★ the best, ≈ what is as good within error; nil without any.
	Marks []string
}

// Mark is what stands before a row.
func (t Table) Mark(i int) string {
	if t.Marks == nil {
		return ""
	}
	return t.Marks[i]
}

var numeral = regexp.MustCompile(`^(–|[-+]?[0-9.]+(e[-+]?[0-9]+)?( ± .*)?( \((draws )?[-+e0-9./]+\))?)$`)

// Numeric reports that column j holds numbers alone.
func (t Table) Numeric(j int) bool {
	for _, row := range t.Body {
		if !numeral.MatchString(row[j]) {
			return false
		}
	}
	return true
}
