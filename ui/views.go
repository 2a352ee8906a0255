package ui

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/clean"
	tea "github.com/charmbracelet/bubbletea"
)

// viewKeys are the keys of the views beside their numbers, in the order of
// these; in a replay numbers seek.
var viewKeys = []string{"S", "V", "A", "P", "M", "F", "E", "d", "l"}

// The views after the panes of the main page, by number from 0.
var viewPages = []page{pageMap, pageFeatures, pageGraph, pageData, pageLog}

// visit shows a view by its number from 0: a pane of the main page beside the
// others, and alone when it is asked for again, or a page of its own.
func (m *model) visit(number int) {
	if number >= panes {
		m.page, m.scroll = viewPages[number-panes], 0
		if m.page == pageLog {
			m.scroll = 1 << 20 // the latest is at the end
		}
		return
	}
	if m.page == pageMain && m.focus == number {
		m.zoomed = !m.zoomed
	}
	m.page, m.focus = pageMain, number
}

// viewActions go from view to view.
func viewActions() []action {
	const group = "Views"
	return []action{
		{id: "view", group: group, keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, short: "views",
			long:  "slowness, variance, accuracy, points (again: alone), map, features, graph, data, log",
			modes: live | following | opened, pages: everyPage, footer: 7, off: offNoSession, do: func(m *model, key string) tea.Cmd {
				m.visit(int(key[0] - '1'))
				return nil
			}},
		{id: "view alone", group: group, keys: viewKeys[:7], short: "alone",
			long:  "slowness, variance, accuracy, points alone on the screen, map, features, edges of the training graph",
			modes: anyMode, pages: everyPage, off: offNoSession, do: func(m *model, key string) tea.Cmd {
				number := slices.Index(viewKeys, key)
				m.visit(number)
				m.zoomed = number < panes
				return nil
			}},
		{id: "fold", group: group, keys: []string{"[", "]"}, short: "fold", long: "features and graph of the previous and next fold",
			modes: live | following | opened, pages: pageFeatures | pageGraph, footer: 3, off: offOneFold, do: doFold},
		{id: "fold in replay", group: group, keys: []string{"{", "}"}, short: "fold", long: "the same, where [ and ] go to marks in a replay",
			modes: anyMode, pages: pageFeatures | pageGraph, off: offOneFold, do: doFold},
		{id: "segment", group: group, keys: []string{"[", "]"}, short: "segment", long: "draw the previous and next segment of the data",
			modes: live | following | opened, pages: pageData, footer: 3, off: offNoSet, do: doSegment},
		{id: "segment in replay", group: group, keys: []string{"{", "}"}, short: "segment", long: "the same, where [ and ] go to marks in a replay",
			modes: anyMode, pages: pageData, off: offNoSet, do: doSegment},
		{id: "picture", group: group, keys: []string{"v"}, short: "picture", long: "the next measure of the map, picture of the features, of the graph or of a segment",
			modes: anyMode, pages: pageMap | pageFeatures | pageGraph | pageData, footer: 2, off: offNoPicture, do: doing(func(m *model) {
				switch m.page {
				case pageMap:
					m.atlas.measure++
				case pageFeatures:
					m.features.picture++
				case pageGraph:
					m.graph.picture++
				case pageData:
					m.raw.image = !m.raw.image
				}
			})},
		{id: "map axes", group: group, keys: []string{"a", "L"}, short: "axes", long: "lay the map out over another axis, upwards over another; in the scatter take another feature",
			modes: anyMode, pages: pageMap | pageFeatures, off: offNoRows, do: doAxes},
		{id: "look around", group: group, keys: []string{"left", "right"}, short: "move", long: "move the cursor of the map; earlier and later in the features",
			modes: live | following | opened, pages: pageMap | pageFeatures, footer: 4, off: offNoRows, do: doAround},
		{id: "look around in replay", group: group, keys: []string{"shift+left", "shift+right"}, short: "move", long: "the same, where ← and → seek in a replay",
			modes: anyMode, pages: pageMap | pageFeatures, off: offNoRows, do: doAround},
		{id: "time", group: group, keys: []string{"=", "-"}, short: "closer", long: "look at a shorter stretch of the features, and a longer one",
			modes: anyMode, pages: pageFeatures, off: offNoRows, do: func(m *model, key string) tea.Cmd {
				m.features.stretch += map[string]int{"=": 1, "-": -1}[key]
				m.limitFeatures()
				return nil
			}},
		{id: "point of map", group: group, keys: []string{"enter"}, short: "details", long: "select the point under the cursor of the map; on the other pages, all about the selected one",
			modes: anyMode, pages: pageMap | pageFeatures | pageGraph, footer: 5, off: offNoRows, do: doing(func(m *model) {
				if r := m.atlas.row(m); m.page == pageMap && r != nil {
					m.choose(r)
				}
				m.page, m.scroll = pageDetail, 0
			})},
	}
}

// choose selects a row.
func (m *model) choose(r *choose.Row) {
	m.lens.Release()
	m.table.chosen, m.table.picked = r.Config, true
	m.arrange()
}

func offOneFold(m *model) clean.Text {
	if r := m.table.row(&m.scene); r == nil || len(r.Results) < 2 {
		return "there is no other fold yet"
	}
	return ""
}

func offNoPicture(m *model) clean.Text {
	if m.page == pageData {
		return offNoSet(m)
	}
	return offNoRows(m)
}

func offNoSet(m *model) clean.Text {
	if m.set == nil {
		return "the data is not there"
	}
	return ""
}

// doFold looks into the next fold, or the one before, round and round.
func doFold(m *model, key string) tea.Cmd {
	m.fold = cycle(m.fold, len(m.table.row(&m.scene).Results), key)
	return nil
}

// doSegment draws the next segment, or the one before, round and round.
func doSegment(m *model, key string) tea.Cmd {
	m.raw.segment = cycle(m.raw.segment, len(m.set.Segments), key)
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
	case m.page == pageFeatures && key == "a":
		m.features.across++
	case m.page == pageFeatures:
		m.features.up++
	case key == "a":
		m.atlas.TurnAxis(&m.scene, m.mapView())
	default:
		m.atlas.TurnLines(&m.scene, m.mapView())
	}
	return nil
}

// doAround moves the cursor of the map sideways, or through time.
func doAround(m *model, key string) tea.Cmd {
	by := 1
	if key == "left" || key == "shift+left" {
		by = -1
	}
	if m.page == pageMap {
		m.atlas.move(m, by, 0)
		return nil
	}
	m.features.from += by
	m.limitFeatures()
	return nil
}

// limitFeatures keeps the window of the features within their samples.
func (m *model) limitFeatures() {
	if x, _ := m.inspection(); x != nil {
		n, _ := x.Train.Dims()
		m.features.limit(n, m.w/2)
	}
}
