package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Text is the point's value on an axis of [Axes], or "" where the axis does not
// apply.
func (p Point) Text(axis string) string {
	switch axis {
	case "sigma":
		return p.Sigma.String()
	case "lambda":
		return p.Lambda.String()
	case "m":
		return positive(p.M)
	case "p":
		return strconv.Itoa(p.P)
	case "method":
		return p.Method
	case "front":
		return p.Front
	case "space":
		return p.Space
	case "kernel":
		return p.Kernel
	case "alpha":
		return p.Alpha.String()
	case "gamma":
		return p.Gamma.String()
	case "degree":
		return positive(p.Degree)
	case "graph":
		return p.Graph
	case "graph-groups":
		return positive(p.GraphGroups)
	case "window":
		return positive(p.Window)
	case "select":
		return p.Select
	case "select-sigma":
		return p.SelectSigma.String()
	case "basis":
		return p.Basis
	case "shift":
		return [...]string{"", "off", "on"}[p.Shift]
	case "readout":
		return p.Readout
	case "eta":
		return p.Eta.String()
	case "knn":
		return positive(p.KNN)
	case "groups":
		return positive(p.Groups)
	}
	panic(fmt.Sprintf("sweep: no axis %q", axis))
}

func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Number is the point's value on a numeric axis; false where the axis is of
// words or does not apply.
func (p Point) Number(axis string) (float64, bool) {
	v, err := strconv.ParseFloat(p.Text(axis), 64)
	return v, err == nil
}

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
