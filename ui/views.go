package ui

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	tea "github.com/charmbracelet/bubbletea"
)

// viewKeys are the keys of the views beside their numbers, in the order of
// these; in a replay numbers seek.
var viewKeys = []string{"S", "V", "A", "P", "M", "F", "E", "d", "l"}

// The views after the panes of the main page, by number from 0.
var viewPages = []page.Name{page.Map, page.Features, page.Graph, page.Data, page.Log}

// visit shows a view by its number from 0: a pane of the main page beside the
// others, and alone when it is asked for again, or a page of its own.
func (m *model) visit(number int) {
	if number >= panes {
		m.Shown, m.Scroll = viewPages[number-panes], 0
		if m.Shown == page.Log {
			m.Scroll = 1 << 20 // the latest is at the end
		}
		return
	}
	if m.Shown == page.Overview && m.focus == number {
		m.zoomed = !m.zoomed
	}
	m.Shown, m.focus = page.Overview, number
}

// viewActions go from view to view.
func viewActions() []action {
	const group = "Views"
	return []action{
		{id: "view", group: group, keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, short: "views",
			long:  "slowness, variance, accuracy, points (again: alone), map, features, graph, data, log",
			modes: page.Live | page.Following | page.Opened, pages: everyPage, footer: 7, off: on(page.NoSession), do: func(m *model, key string) tea.Cmd {
				m.visit(int(key[0] - '1'))
				return nil
			}},
		{id: "view alone", group: group, keys: viewKeys[:7], short: "alone",
			long:  "slowness, variance, accuracy, points alone on the screen, map, features, edges of the training graph",
			modes: page.AnyMode, pages: everyPage, off: on(page.NoSession), do: func(m *model, key string) tea.Cmd {
				number := slices.Index(viewKeys, key)
				m.visit(number)
				m.zoomed = number < panes
				return nil
			}},
		{id: "fold", group: group, keys: []string{"[", "]"}, short: "fold", long: "features and graph of the previous and next fold",
			modes: page.Live | page.Following | page.Opened, pages: only(page.Features, page.Graph), footer: 3, off: on(page.OneFold), do: doFold},
		{id: "fold in replay", group: group, keys: []string{"{", "}"}, short: "fold", long: "the same, where [ and ] go to marks in a replay",
			modes: page.AnyMode, pages: only(page.Features, page.Graph), off: on(page.OneFold), do: doFold},
		{id: "segment", group: group, keys: []string{"[", "]"}, short: "segment", long: "draw the previous and next segment of the data",
			modes: page.Live | page.Following | page.Opened, pages: only(page.Data), footer: 3, off: on(page.NoSet), do: doSegment},
		{id: "segment in replay", group: group, keys: []string{"{", "}"}, short: "segment", long: "the same, where [ and ] go to marks in a replay",
			modes: page.AnyMode, pages: only(page.Data), off: on(page.NoSet), do: doSegment},
		{id: "picture", group: group, keys: []string{"v"}, short: "picture", long: "the next measure of the map, picture of the features, of the graph or of a segment",
			modes: page.AnyMode, pages: only(page.Map, page.Features, page.Graph, page.Data), footer: 2, off: offNoPicture, do: doing(func(m *model) {
				switch m.Shown {
				case page.Map:
					m.atlas.measure++
				case page.Features:
					m.features.picture++
				case page.Graph:
					m.graph.picture++
				case page.Data:
					m.raw.image = !m.raw.image
				}
			})},
		{id: "map axes", group: group, keys: []string{"a", "L"}, short: "axes", long: "lay the map out over another axis, upwards over another; in the scatter take another feature",
			modes: page.AnyMode, pages: only(page.Map, page.Features), off: on(page.NoRows), do: doAxes},
		{id: "look around", group: group, keys: []string{"left", "right"}, short: "move", long: "move the cursor of the map; earlier and later in the features",
			modes: page.Live | page.Following | page.Opened, pages: only(page.Map, page.Features), footer: 4, off: on(page.NoRows), do: doAround},
		{id: "look around in replay", group: group, keys: []string{"shift+left", "shift+right"}, short: "move", long: "the same, where ← and → seek in a replay",
			modes: page.AnyMode, pages: only(page.Map, page.Features), off: on(page.NoRows), do: doAround},
		{id: "time", group: group, keys: []string{"=", "-"}, short: "closer", long: "look at a shorter stretch of the features, and a longer one",
			modes: page.AnyMode, pages: only(page.Features), off: on(page.NoRows), do: func(m *model, key string) tea.Cmd {
				m.features.stretch += map[string]int{"=": 1, "-": -1}[key]
				m.limitFeatures()
				return nil
			}},
		{id: "point of map", group: group, keys: []string{"enter"}, short: "details", long: "select the point under the cursor of the map; on the other pages, all about the selected one",
			modes: page.AnyMode, pages: only(page.Map, page.Features, page.Graph), footer: 5, off: on(page.NoRows), do: doing(func(m *model) {
				if r := m.atlas.row(m); m.Shown == page.Map && r != nil {
					m.Choose(r)
				}
				m.Shown, m.Scroll = page.Point, 0
			})},
	}
}

func offNoPicture(m *model) clean.Text {
	if m.Shown == page.Data {
		return page.NoSet(&m.Scene)
	}
	return page.NoRows(&m.Scene)
}

// doFold looks into the next fold, or the one before, round and round.
func doFold(m *model, key string) tea.Cmd {
	m.Fold = cycle(m.Fold, len(m.Table.Row(&m.Sweep).Results), key)
	return nil
}

// doSegment draws the next segment, or the one before, round and round.
func doSegment(m *model, key string) tea.Cmd {
	m.raw.segment = cycle(m.raw.segment, len(m.Set.Segments), key)
	return nil
}

// cycle is the next of n places, or with an opening bracket the one before.
func cycle(at, n int, key string) int {
	if key == "[" || key == "{" {
		return (at + n - 1) % n
	}
	return (at + 1) % n
}

// doAxes turns an axis of the map, or takes other features for the scatter.
func doAxes(m *model, key string) tea.Cmd {
	switch {
	case m.Shown == page.Features && key == "a":
		m.features.across++
	case m.Shown == page.Features:
		m.features.up++
	case key == "a":
		m.atlas.TurnAxis(&m.Sweep, m.mapView())
	default:
		m.atlas.TurnLines(&m.Sweep, m.mapView())
	}
	return nil
}

// doAround moves the cursor of the map sideways, or through time.
func doAround(m *model, key string) tea.Cmd {
	by := 1
	if key == "left" || key == "shift+left" {
		by = -1
	}
	if m.Shown == page.Map {
		m.atlas.move(m, by, 0)
		return nil
	}
	m.features.from += by
	m.limitFeatures()
	return nil
}

// limitFeatures keeps the window of the features within their samples.
func (m *model) limitFeatures() {
	if x, _ := m.Inspection(); x != nil {
		n, _ := x.Train.Dims()
		m.features.limit(n, m.W/2)
	}
}
