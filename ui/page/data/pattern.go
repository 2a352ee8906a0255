package data

import (
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// match reads the fields off the name of a file.
func match(pattern *locate.NamePattern, name string) (map[string]string, error) {
	ext := filepath.Ext(name)
	return pattern.Match(strings.TrimSuffix(name, ext), ext)
}

// names are those of all files.
func (p *Page) names() []string {
	var names []string
	if s := p.known.survey; s != nil {
		for _, f := range s.Files {
			names = append(names, f.Base)
		}
	}
	return names
}

// beginPattern opens the line in which a pattern of names is typed.
func (p *Page) beginPattern(sc *page.Scene) {
	p.typing, p.pane, p.patternAt = aPattern, columnsPane, -1
	p.input = input.New(p.ctl.DataOptions().Name)
	p.checkPattern()
}

// checkPattern says what is wrong with the pattern that is typed: of names that do not
// fit, the first.
func (p *Page) checkPattern() {
	pattern, err := locate.ParseName(p.input.String(), nil)
	for _, name := range p.names() {
		if err != nil || pattern == nil {
			break
		}
		_, err = match(pattern, name)
	}
	p.wrong = err
}

// fitting counts the names that the pattern fits.
func (p *Page) fitting() (fit, all int) {
	names, pattern := p.names(), p.pattern()
	for _, name := range names {
		if pattern == nil {
			break
		}
		if _, err := match(pattern, name); err == nil {
			fit++
		}
	}
	return fit, len(names)
}

// typePattern takes a key of the pattern's line.
func (p *Page) typePattern(sc *page.Scene, k input.Press) tea.Cmd {
	patterns := propose.Patterns(p.names())
	switch k.Name {
	case "esc":
		p.typing = nothing
		return nil
	case "enter":
		if p.wrong != nil {
			return nil // it stays until it is right
		}
		p.typing = nothing
		next := p.now(sc)
		next.options.Name = p.input.String()
		return p.change(sc, next)
	case "tab", "down", "up":
		if len(patterns) == 0 {
			return nil
		}
		by := 1
		if k.Name == "up" {
			by = -1
		}
		p.patternAt = (max(p.patternAt+by, -1) + len(patterns)) % len(patterns)
		p.input = input.New(patterns[p.patternAt].Written)
	default:
		p.input.Press(k)
	}
	p.checkPattern()
	return nil
}

// patternLine is the line in which a pattern is typed, and how many names it fits.
func (p *Page) patternLine(sc *page.Scene, w int) clean.Text {
	fit, all := p.fitting()
	count := clean.Sprintf("%d of %d fit", fit, all)
	role := chart.Good
	if p.wrong != nil {
		role = chart.Warn
	}
	label := clean.Text(" pattern ▸ ")
	field := max(w-layout.Width(label)-layout.Width(count)-2, 8)
	return label + layout.Pad(p.input.View(sc.Style, field), field) + " " + sc.Style.Paint(role, count)
}

func (p *Page) offPattern(sc *page.Scene) clean.Text {
	if p.known.survey == nil || len(p.known.survey.Files) < 2 {
		return "a pattern reads fields off the names of several files"
	}
	return p.offChange(sc)
}

// pattern is the one that is typed, else the one that is used; nil where it cannot be.
func (p *Page) pattern() *locate.NamePattern {
	text := p.ctl.DataOptions().Name
	if p.typing == aPattern {
		text = p.input.String()
	}
	pattern, err := locate.ParseName(text, nil)
	if err != nil {
		return nil
	}
	return pattern
}
