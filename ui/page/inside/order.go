package inside

import (
	"cmp"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// noOrder returns the reason why samples cannot be sorted; "" if they can.
func noOrder(sc *page.Scene) clean.Text {
	if sc.Set == nil || sc.Set.Target == nil && sc.Set.Label == nil {
		return "the data has neither a target nor labels to sort by"
	}
	return page.NoRows(sc)
}

// order returns the samples of a part in ascending order of the target, without one in that of
// the classes, and the name of the order; nil and "" for the order of time.
func (p *Features) order(sc *page.Scene, half featurePart) (order []int, by clean.Text) {
	if !p.sorted || noOrder(sc) != "" {
		return nil, ""
	}
	return sortedBy(sc, half.rows)
}

// sortedBy returns the places of rows of the data in ascending order of the target, or without
// one of the class, equal ones in the order of rows, and the name of the order.
func sortedBy(sc *page.Scene, rows []int) (order []int, by clean.Text) {
	order = make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	if target := sc.Set.Target; target != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(target[rows[a]], target[rows[b]]) })
		return order, "by target"
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sc.Set.Label[rows[a]], sc.Set.Label[rows[b]]) })
	return order, "by class"
}

// reorder returns values in an order of their indices; nil keeps them.
func reorder[T any](values []T, order []int) []T {
	if order == nil {
		return values
	}
	return data.Pick(values, order, 1)
}

// traceFoot returns traces without curves of samples from … to−1 of a part: the classes, and in
// the order of time the segments with their borders and the time since the part began, in
// seconds if the data has a clock.
func traceFoot(sc *page.Scene, half featurePart, order []int, from, to int) chart.Traces {
	t := chart.Traces{ASCII: sc.Style.ASCII}
	t.Unit, t.From, t.Step = sc.TimeAxis(from)
	if sc.Set == nil {
		return t
	}
	rows := reorder(half.rows, order)[from:to]
	if sc.Set.Label != nil {
		t.Names = clean.All(sc.Set.Classes)
		for _, row := range rows {
			t.Class = append(t.Class, sc.Set.Label[row])
		}
	}
	if order != nil {
		t.Unit, t.From, t.Step = "rank", float64(from+1), 1
		return t
	}
	name := func(i int) clean.Text { return clean.Of(sc.Set.Segments[sc.Set.SegmentAt(rows[i])].Name) }
	t.Segments = []clean.Text{name(0)}
	start := 0
	for _, length := range half.spans {
		if start > from && start < to {
			t.Borders, t.Segments = append(t.Borders, start-from), append(t.Segments, name(start-from))
		}
		start += length
	}
	return t
}
