package ui

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// finishedWithAdvice returns the finished fake sweep with its data and its advice.
func finishedWithAdvice(t testing.TB, w, h int) *model {
	m := done(t, w, h)
	m.scene.Set, m.scene.Hash = uitest.Set(), "fake"
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	if len(m.advice().List) == 0 {
		t.Fatal("a sweep that is done has no advice")
	}
	return m
}

// The advice replaces the progress line; its evidence has its own page.
func TestAdviceIsShown(t *testing.T) {
	m := finishedWithAdvice(t, 120, 40)
	first := m.advice().List[0]
	second := strings.Split(m.View(), "\n")[1]
	if !strings.Contains(second, "next "+first.Do) || !strings.Contains(second, "180/180 fits") {
		t.Errorf("the second line is %q, the advice %q", second, first.Do)
	}
	m.keys("w")
	text := m.View()
	if m.scene.Shown != page.Advice || !strings.Contains(text, first.Do) || !strings.Contains(text, "evidence") || !strings.Contains(text, first.Evidence[0].Keys[0][:8]) {
		t.Errorf("the page of advice is\n%s", text)
	}
	for range m.advice().List {
		m.keys("down")
	}
	if last := m.advice().List[len(m.advice().List)-1]; !strings.Contains(m.View(), "› "+last.Do) {
		t.Errorf("the last advice is not under the cursor:\n%s", m.View())
	}
	m.keys("esc")
	if m.scene.Shown != page.Overview {
		t.Error("esc does not leave the page of advice")
	}
}

// There is no advice while a sweep runs, and the keys explain why.
func TestNoAdviceWhileRunning(t *testing.T) {
	m := newFake(t, page.Live, 80, 24).computingFake(uitest.Records(100, nil))
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if len(m.advice().List) != 0 {
		t.Errorf("half a sweep is judged: %s", m.advice().List[0].Sentence())
	}
	if m.keys("W"); !strings.Contains(string(m.scene.Message), "advice appears when it finishes") {
		t.Errorf("W shows %q", m.scene.Message)
	}
	if m.keys("w"); !strings.Contains(m.View(), "advice appears when it finishes") || !strings.Contains(m.View(), "why ★") {
		t.Errorf("w shows\n%s", m.View())
	}
	for _, md := range []page.Mode{page.Following, page.Replaying} {
		m := newFake(t, md, 80, 24).withSession(uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"}))
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		if len(m.advice().List) != 0 {
			t.Errorf("mode %d gives advice that it cannot take", md)
		}
	}
	m = newFake(t, page.Live, 80, 24).withSession(uitest.Then(uitest.Records(60, nil), sweep.Ended, uitest.Object{"reason": "cancelled"}))
	m.scene.Set = uitest.Set()
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if len(m.advice().List) != 1 || m.advice().List[0].Kind != advise.Finish {
		t.Errorf("a cancelled sweep is advised otherwise than to finish it")
	}
	if why := m.Reason(m.actionFor("W")); why != "" {
		t.Errorf("the sweep is not valid finished: %s", why)
	}
}

// Advice without points, and missing advice, cannot be taken; the key explains why.
func TestAdviceThatCannotBeTaken(t *testing.T) {
	m := finishedWithAdvice(t, 80, 24)
	m.advice().List = []advise.Advice{{Kind: advise.Done, Do: "nothing to do", Why: "all is well"}}
	if m.keys("W"); !strings.Contains(string(m.scene.Message), "this advice adds no points") || m.ctl.Computing() {
		t.Errorf("W shows %q", m.scene.Message)
	}
	m = finishedWithAdvice(t, 80, 24)
	m.scene.Set, m.scene.Problem = nil, errors.New("the disk is gone")
	if m.keys("W"); !strings.Contains(string(m.scene.Message), "the disk is gone") {
		t.Errorf("without data W shows %q", m.scene.Message)
	}
}

// Advice that changes no axis shows how many points it adds.
func TestAdviceWithoutAxis(t *testing.T) {
	m := finishedWithAdvice(t, 80, 24)
	m.advice().List = []advise.Advice{{Kind: advise.Splits, Do: "take 6 inner splits", Why: "parts disagree", Points: uitest.Points()[:3]}}
	m.keys("w")
	if view := m.View(); !strings.Contains(view, "3 points more, 3 fits") {
		t.Errorf("the page shows\n%s", view)
	}
}

// A driver's state is shown while it runs, and its last message at its end.
func TestAutoIsVisible(t *testing.T) {
	rs := uitest.Records(180, nil)
	rs = append(rs, uitest.Record(400, 1e5, record.KindCommand+"auto", uitest.Object{"round": 3, "kind": "edge", "text": "add m 200: it rises", "points": 6}, nil))
	m := newFake(t, page.Live, 80, 24).computingFake(rs)
	m.scene.Now = uitest.Epoch.Add(100 * 1e9)
	m.ctl.Driver = &advise.Driver{}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !strings.Contains(m.View(), "running auto 3") || m.ctl.Driver == nil {
		t.Errorf("the third round does not show:\n%s", m.View())
	}
	rs = append(rs, uitest.Record(401, 1e5+1, record.KindAutoEnded, uitest.Object{"rounds": 3, "points": 18, "reason": "nothing to do"}, nil))
	m.ctl.Reduce(uitest.Then(rs, sweep.Ended, uitest.Object{"reason": "done"}))
	m.ctl.Exec = nil
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if m.ctl.Driver != nil || !strings.Contains(string(m.scene.Message), "auto ended after 3 rounds") {
		t.Errorf("at the end the message is %q, driver %v", m.scene.Message, m.ctl.Driver)
	}
	m = newFake(t, page.Live, 80, 24)
	m.scene.Session = &sessions.Session{}
	m.ctl.RunID = 7
	m.ctl.Driver = &advise.Driver{}
	m.Update(control.Started{ID: 7, Err: &compute.NothingToAdd{Why: "no budget"}})
	if m.ctl.Stopped != nil || m.scene.Message != "auto: no budget" || m.ctl.Driver != nil {
		t.Errorf("a driver with nothing to add: stopped %v, message %q", m.ctl.Stopped, m.scene.Message)
	}
}
