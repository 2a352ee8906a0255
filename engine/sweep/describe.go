package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Label names the point in a line: every axis that applies, as on the command
// line.
func (p Point) Label() string {
	var parts []string
	for _, axis := range Axes {
		if text := p.Text(axis.Name); text != "" {
			parts = append(parts, axis.Name+"="+text)
		}
	}
	return strings.Join(parts, " ")
}

// Varying lists the axes, in the order of [Axes], on which the rows differ.
func Varying(rows []Row) []string {
	var out []string
	for _, axis := range Axes {
		for i := range rows {
			if rows[i].Config.Text(axis.Name) != rows[0].Config.Text(axis.Name) {
				out = append(out, axis.Name)
				break
			}
		}
	}
	return out
}

// InOrder sorts rows by their parameters, words before numbers, so that the
// same results give the same table in whatever order they arrived.
func InOrder(rows []Row) []Row {
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(a, b Row) int { return compareConfig(a.Config, b.Config) })
	return out
}

func compareConfig(a, b Point) int {
	for _, words := range []bool{true, false} {
		for _, axis := range Axes {
			x, xNumber := a.Number(axis.Name)
			y, yNumber := b.Number(axis.Name)
			c := 0
			if xNumber && yNumber {
				if !words {
					c = cmp.Compare(x, y)
				}
			} else if words {
				c = strings.Compare(a.Text(axis.Name), b.Text(axis.Name))
			}
			if c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b))
}
