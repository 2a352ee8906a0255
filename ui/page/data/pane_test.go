package data

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// newPage returns the page of a scene with three segments.
func newPage(t *testing.T) (*page.Scene, *Page) {
	t.Helper()
	sc := &page.Scene{Mode: page.Live, W: 80, H: 24, Shown: page.Data, Set: uitest.Set()}
	sc.Set.Segments = sc.Set.Segments[:3]
	return sc, New(control.New(sc, control.Options{}), true, nil, nil)
}

// The tab key goes through four panes; that in the picture's place stays the one chosen last.
func TestTabGoesThroughFourPanes(t *testing.T) {
	sc, p := newPage(t)
	var visited []int
	p.focusOn(sc, scatterPane)
	for range 4 {
		p.focus.next(sc, "tab")
		visited = append(visited, p.focus.pane)
	}
	for i, want := range []int{checkPane, columnsPane, preparationPane, scatterPane} {
		if visited[i] != want {
			t.Fatalf("tab visits %v", visited)
		}
	}
	if p.focus.next(sc, "shift+tab"); p.focus.pane != preparationPane {
		t.Errorf("shift+tab goes to pane %d", p.focus.pane)
	}
}

// A cursor stays within its pane, and only that of the focused pane moves.
func TestCursorsStayInTheirPanes(t *testing.T) {
	sc, p := newPage(t)
	for _, c := range []struct{ pane, by, segment, field int }{
		{segmentsPane, 5, 2, 0}, {preparationPane, 1 << 20, 2, len(fields) - 1}, {picturePane, -1, 1, len(fields) - 1},
		{preparationPane, -1 << 20, 1, 0}, {segmentsPane, -9, 0, 0}, {checkPane, 3, 0, 0},
	} {
		p.focusOn(sc, c.pane)
		p.Move(sc, c.by)
		if p.segments.at != c.segment || p.preparation.at != c.field {
			t.Errorf("pane %d by %d: segment %d, field %d; want %d and %d", c.pane, c.by, p.segments.at, p.preparation.at, c.segment, c.field)
		}
	}
	if p.check.top != 3 {
		t.Errorf("the check starts at line %d", p.check.top)
	}
}

// A declined proposal stays away, and the preview that was read with it is stopped and forgotten.
func TestDecliningDropsThePreview(t *testing.T) {
	sc, p := newPage(t)
	stopped := 0
	p.found.preview = preview{id: 7, settings: recipe.Settings(p.found.ctl.Data.Options()), stop: func() { stopped++ }}
	if !p.found.preview.matches(p.found.ctl.Data.Options()) {
		t.Fatal("the preview is of other options")
	}
	p.proposals.decline(sc, propose.Proposal{ID: "scales"})
	if stopped != 1 || p.found.preview.matches(p.found.ctl.Data.Options()) || !p.proposals.dismissed["scales"] {
		t.Errorf("stopped %d times, preview %+v, declined %v", stopped, p.found.preview, p.proposals.dismissed)
	}
	if p.found.Update(Previewed{id: 7, set: sc.Set}); p.found.preview.set != nil {
		t.Error("the late answer of the dropped preview is stored")
	}
}

// Only the answer to the latest survey counts.
func TestLateSurveysAreIgnored(t *testing.T) {
	_, p := newPage(t)
	p.found.surveyID, p.found.surveying = 2, true
	late, latest := new(survey.Survey), new(survey.Survey)
	if p.found.Update(Surveyed{id: 1, survey: late}) || p.found.survey != nil || !p.found.surveying {
		t.Error("the answer to an earlier survey is stored")
	}
	if !p.found.Update(Surveyed{id: 2, survey: latest}) || p.found.survey != latest || p.found.surveying {
		t.Error("the answer to the latest survey is not stored")
	}
}

// On a large screen the check takes the lines that the proposals leave, and scrolls beyond them.
func TestCheckTakesWhatProposalsLeave(t *testing.T) {
	for _, c := range []struct {
		notes int
		whole bool
	}{{22, true}, {60, false}} {
		sc, p := newPage(t)
		sc.W, sc.H, sc.Style = 200, 50, theme.New(io.Discard, terminal.Environment{}, settings.Settings{})
		for i := range c.notes {
			sc.Set.Notes = append(sc.Set.Notes, fmt.Sprintf("note %d.", i+1))
		}
		text := fmt.Sprint(p.View(sc, layout.Size{W: 200, H: 46}))
		if strings.Contains(text, fmt.Sprintf("note %d.", c.notes)) != c.whole || !strings.Contains(text, "note 1.") || !strings.Contains(text, "no open questions") || !strings.Contains(text, "as flags") {
			t.Errorf("%d notes:\n%s", c.notes, text)
		}
	}
}
