package editor

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
)

// WithDraft shows the page and changes the draft, once there is data.
func (p *Page) WithDraft(change func() tea.Cmd) tea.Cmd {
	p.due, p.sc.Shown = false, page.Editor // a key that comes before the data is for this page
	return p.ctl.WithData(func() tea.Cmd {
		edit := p.edit()
		p.Draft.Find, p.finding = "", nil
		return tea.Batch(edit, change())
	})
}

// Edit shows the page and types into a field, or where that is a choice of words goes
// to it.
func (p *Page) Edit(name string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		p.Draft.At = max(fieldNamed(name), 0)
		if !p.Draft.Typing {
			p.Draft.Begin()
		}
		return nil
	})
}

// Put shows the page with another text in a field. Where that is wrong the field stays
// open, and says so.
func (p *Page) Put(name, text string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		d := &p.Draft
		d.At = max(fieldNamed(name), 0)
		d.Begin()
		d.Input.Replace(text)
		if d.Typed(); d.Bad != nil {
			return nil
		}
		return p.keep(0)
	})
}

func fieldNamed(name string) int {
	return slices.IndexFunc(draft.Fields(), func(f draft.Field) bool { return f.Name == name })
}

// OffEdit says why no setting can be changed now; "" where they can.
func (p *Page) OffEdit() clean.Text {
	switch {
	case p.sc.Mode == page.Following:
		return "following only watches; sfatui open starts and edits"
	case p.sc.Mode == page.Replaying:
		return "a replay only shows; sfatui open starts and edits"
	}
	return p.ctl.OffEdit()
}

// State says how a setting is written, what it gives, and why it changes nothing now; ""
// where it does.
func (p *Page) State(name string) (written, gives, off clean.Text) {
	i := fieldNamed(name)
	if i < 0 {
		return "", "", ""
	}
	f := draft.Fields()[i]
	spec := p.sc.Spec
	if p.sc.Set != nil {
		spec = p.Draft.Spec
	}
	if written = clean.Of(f.Get(spec)); written == "" {
		written = p.Draft.Default(f)
	}
	if gives = p.Draft.Check.Words[name]; gives == "" {
		gives = clean.Join(p.labels(name), " ")
	}
	return written, gives, p.Draft.OffField(f)
}

// Others are the choices of a setting that are not taken and can be.
func (p *Page) Others(name string) []string {
	i := fieldNamed(name)
	if i < 0 {
		return nil
	}
	f := draft.Fields()[i]
	written, gives, _ := p.State(name)
	taken := strings.FieldsFunc(string(written+" "+gives), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.DeleteFunc(slices.Clone(p.Draft.Possible(f)), func(c string) bool { return slices.Contains(taken, c) })
}
