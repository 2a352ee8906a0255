package ui

import (
	"image"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
)

// loadPixels lets charts draw in pixels if the terminal shows images, has colours and told the
// size of its cells.
func (m *model) loadPixels() {
	m.scene.Pixels = nil
	graphics, _ := settings.Named("graphics")
	env := terminal.Environment(m.cfg.Environ)
	if m.cfg.Host != nil || m.scene.Style.ASCII || !m.scene.Style.Coloured() || !terminal.ShowsImages(env, graphics.Get(&m.cfg.Settings)) {
		return
	}
	cell := m.cfg.cellSize()
	if cell.X < 4 || cell.Y < 4 {
		return
	}
	m.scene.Pixels = &chart.Pixels{Cell: cell, Colour: m.scene.Style.Colour, Show: func(key uint64, size image.Point, draw func(*image.RGBA)) int {
		return m.cfg.images.Show(key, size, cell, draw)
	}}
}

// cellSize returns the size of a cell in pixels, 0×0 if it is unknown.
func (c *Config) cellSize() image.Point {
	if c.cell != nil {
		return c.cell()
	}
	out := c.Out
	if out == nil {
		out = os.Stdout
	}
	if f, ok := out.(*os.File); ok {
		return terminal.CellSize(f)
	}
	return image.Point{}
}

// clearImages is a filter of messages that deletes the images before the terminal is given back.
func clearImages(m *terminal.Images) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg.(type) {
		case tea.SuspendMsg:
			m.Clear()
		case tea.QuitMsg:
			m.Close()
		}
		return msg
	}
}
