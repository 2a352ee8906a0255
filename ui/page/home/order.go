package home

import (
	"cmp"
	"slices"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// orders are the ways in which sessions can be sorted. The list begins with the newest.
var orders = []struct {
	name, reversed clean.Text
	compare        func(a, b *entry) int
}{
	{"newest first", "oldest first", func(a, b *entry) int { return a.number - b.number }},
	{"by data ▲", "by data ▼", func(a, b *entry) int { return cmp.Compare(a.row.Data, b.row.Data) }},
	{"most points first", "fewest points first", func(a, b *entry) int { return b.ConfigsPlanned - a.ConfigsPlanned }},
	{"running first", "done first", func(a, b *entry) int { return a.stateRank() - b.stateRank() }},
}

// stateRank returns the place of a session where sessions are sorted by state.
func (e *entry) stateRank() int {
	switch {
	case e.Err != nil:
		return 7
	case e.Status == record.Running:
		return 0
	case e.Status == record.Paused:
		return 1
	case e.Submitted != nil:
		return 2
	case e.Points < e.Planned && e.Points > 0:
		return 3
	case e.Failed > 0:
		return 4
	case e.Status == record.Ready:
		return 5
	}
	return 6
}

// orderName returns how the sessions are sorted.
func (p *Page) orderName() clean.Text {
	if p.reversed {
		return orders[p.order].reversed
	}
	return orders[p.order].name
}

// turnSort sorts by the next order, or reverses the present one.
func (p *Page) turnSort(sc *page.Scene, key string) {
	p.keepCursor(func() {
		if key == "O" {
			p.reversed = !p.reversed
		} else {
			p.order, p.reversed = (p.order+1)%len(orders), false
		}
	})
	sc.Message = "sessions: " + p.orderName()
}

// keepCursor changes the list and keeps the cursor on its session.
func (p *Page) keepCursor(change func()) {
	on := p.session()
	change()
	if i := slices.Index(p.visibleSessions(), on); on != nil && i >= 0 {
		p.cursor[paneSessions] = i
	}
}

// sorted sorts sessions, and gathers groups in the order of their first sessions, with the
// experiments last.
func (p *Page) sorted(list []*entry) []*entry {
	compare := orders[p.order].compare
	slices.SortStableFunc(list, func(a, b *entry) int {
		if p.reversed {
			return compare(b, a)
		}
		return compare(a, b)
	})
	if !p.grouped {
		return list
	}
	place := map[clean.Text]int{experiments: len(list)}
	for i, e := range list {
		if _, ok := place[e.group()]; !ok {
			place[e.group()] = i
		}
	}
	slices.SortStableFunc(list, func(a, b *entry) int { return place[a.group()] - place[b.group()] })
	return list
}

// experiments is the heading of sessions and data of the papers' experiments.
const experiments clean.Text = "experiments of the papers"

// group returns the heading of a session where sessions are grouped.
func (e *entry) group() clean.Text {
	if e.Header.Experiment != "" {
		return experiments
	}
	return e.row.Data
}

// line is a line of a list: an item, or if at is negative a heading.
type line struct {
	head clean.Text
	at   int
}

// headed returns the lines of n items, with a heading where the group changes. Items of the
// group "" have none.
func headed(n int, group func(i int) clean.Text) []line {
	var out []line
	last := clean.Text("")
	for i := range n {
		if g := group(i); g != last {
			out = append(out, line{g, -1})
			last = g
		}
		out = append(out, line{"", i})
	}
	return out
}

// window returns the visible lines of a pane and the number of items below and above them. The
// cursor is visible.
func (dr drawing) window(pane int, lines []line, rows, n int) (shown []line, more int) {
	if len(lines) > rows {
		rows = max(rows-1, 1) // for the number of hidden items
	}
	at := max(slices.IndexFunc(lines, func(l line) bool { return l.at == dr.page.cursor[pane] }), 0)
	dr.page.top[pane] = max(min(dr.page.top[pane], at, len(lines)-rows), at-rows+1, 0)
	if dr.page.top[pane] == 1 && at < rows { // the first heading belongs to the first item
		dr.page.top[pane] = 0
	}
	shown = lines[dr.page.top[pane]:min(dr.page.top[pane]+rows, len(lines))]
	dr.page.drawn[pane] = shown
	more = n
	for _, l := range shown {
		if l.at >= 0 {
			more--
		}
	}
	return shown, more
}
