package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// Table prints rows below a head in columns. If the table is too wide, it omits
// columns by descending rank, and from the right within a rank, and names them
// below. Columns of rank 0 are never omitted; instead lines are cut.
func Table(w io.Writer, head []string, body [][]string, rank func(column string) int) {
	width := Width(w)
	widths := make([]int, len(head))
	for i, name := range head {
		widths[i] = layout.Width(clean.Of(name))
		for _, row := range body {
			widths[i] = max(widths[i], layout.Width(clean.Of(row[i])))
		}
	}
	shown := make([]int, len(head))
	total := 0
	for i := range head {
		shown[i] = i
		total += widths[i] + 2
	}
	var left []string
	order := slices.Clone(shown)
	slices.SortStableFunc(order, func(i, j int) int {
		if a, b := rank(head[i]), rank(head[j]); a != b {
			return b - a
		}
		return j - i
	})
	for _, i := range order {
		if total-2 > width && rank(head[i]) > 0 {
			total -= widths[i] + 2
			shown = slices.DeleteFunc(shown, func(j int) bool { return j == i })
			left = append(left, head[i])
		}
	}
	line := func(cells []string) {
		var b strings.Builder
		for n, i := range shown {
			if b.WriteString(cells[i]); n < len(shown)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]+2-layout.Width(clean.Of(cells[i]))))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(string(layout.Cut(clean.Of(b.String()), width)), " "))
	}
	line(head)
	for _, row := range body {
		line(row)
	}
	if left != nil {
		slices.Reverse(left)
		Wrapped(w, "", "columns omitted, too wide for this terminal: "+strings.Join(left, ", ")+"; --json and sfatui export include them")
	}
}

// Rows prints rows, the first of which is the head, and an empty line; nothing
// for none.
func Rows(w io.Writer, rows [][]string) {
	if rows == nil {
		return
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	tw.Flush()
	fmt.Fprintln(w)
}
