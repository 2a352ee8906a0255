package sweepview

import (
	"slices"

	"example.com/sfatui/ui/clean"
)

// TableView holds the user's choices for a table: its columns, filter and order.
type TableView struct {
	Columns    []string `json:"columns,omitempty"` // IDs; none for all
	Filter     string   `json:"filter,omitempty"`
	Sort       string   `json:"sort,omitempty"` // ID of a column, "" for the usual order
	Descending bool     `json:"descending,omitempty"`
}

// Saved returns the user's choices.
func (t *Table) Saved() TableView {
	return TableView{slices.Clone(t.Columns), t.Filter.Text, t.Sort, t.descending}
}

// Restore applies the choices of v. It skips and returns those that the sweep lacks.
func (t *Table) Restore(sc *Sweep, v TableView) (gone []clean.Text) {
	t.Columns, t.Filter, t.Sort, t.descending = nil, Filter{}, "", false
	for _, id := range v.Columns {
		if hasColumn(sc, id) {
			t.Columns = append(t.Columns, id)
		} else {
			gone = append(gone, clean.Of(id))
		}
	}
	switch {
	case hasColumn(sc, v.Sort):
		t.Sort, t.descending = v.Sort, v.Descending
	case v.Sort != "":
		gone = append(gone, "sorting by "+clean.Of(v.Sort))
	}
	if f, err := t.ParseFilter(sc, v.Filter); err == nil {
		t.Filter = f
	} else {
		gone = append(gone, "the filter "+clean.Of(v.Filter))
	}
	t.Arrange(sc)
	return gone
}

// hasColumn reports whether the table of a sweep has a column.
func hasColumn(sc *Sweep, id string) bool {
	return slices.ContainsFunc(append(ColumnsOf(sc, Terse), moreColumns(sc, Terse)...), func(c Column) bool { return c.ID == id })
}

// ChooseColumns shows only the columns that the words name as in a filter, all without any. It
// returns the first word that names none.
func (t *Table) ChooseColumns(sc *Sweep, words []string) (unknown string) {
	var chosen []string
	for _, word := range words {
		c, ok := sortColumn(sc, word)
		if !ok || !hasColumn(sc, c.ID) {
			return word
		}
		chosen = append(chosen, c.ID)
	}
	t.Columns = chosen
	return ""
}

// columns returns the columns that the user chose, in the order of the table, and the one that
// it is sorted by.
func (t *Table) columns(sc *Sweep, much detail) []Column {
	cols := ColumnsOf(sc, much)
	if len(t.Columns) == 0 {
		return cols
	}
	cols = append(cols, moreColumns(sc, much)...)
	sortedBy, _ := t.Sorted(sc, cols)
	return slices.DeleteFunc(cols, func(c Column) bool { return c.ID != sortedBy.ID && !slices.Contains(t.Columns, c.ID) })
}
