package ui

import (
	"errors"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
	tea "github.com/charmbracelet/bubbletea"
)

// advised is the fake sweep when it is done, with its data and its advice.
func advised(t testing.TB, w, h int) *model {
	m := done(t, w, h)
	m.Set, m.Hash = uitest.Set(), "fake"
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	if len(m.advisor.list) == 0 {
		t.Fatal("a sweep that is done has no advice")
	}
	return m
}

// The advice stands where the progress was, its evidence on a page of its own.
func TestAdviceIsShown(t *testing.T) {
	m := advised(t, 120, 40)
	first := m.advisor.list[0]
	second := strings.Split(m.View(), "\n")[1]
	if !strings.Contains(second, "next "+first.Do) || !strings.Contains(second, "180/180 points") {
		t.Errorf("the second line is %q, the advice %q", second, first.Do)
	}
	m.keys("w")
	text := m.View()
	if m.Shown != page.Advice || !strings.Contains(text, first.Do) || !strings.Contains(text, "evidence") || !strings.Contains(text, first.Evidence[0].Keys[0][:8]) {
		t.Errorf("the page of advice is\n%s", text)
	}
	for range m.advisor.list {
		m.keys("down")
	}
	if at := m.advisor.at; at != len(m.advisor.list)-1 || !strings.Contains(m.View(), "› "+m.advisor.list[at].Do) {
		t.Errorf("the last advice is not under the cursor:\n%s", m.View())
	}
	m.keys("esc")
	if m.Shown != page.Overview {
		t.Error("esc does not leave the page of advice")
	}
}

// While a sweep runs nothing is advised, and the keys say why.
func TestNoAdviceWhileRunning(t *testing.T) {
	m := newFake(t, page.Live, 80, 24).computingFake(uitest.Records(100, nil))
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if len(m.advisor.list) != 0 {
		t.Errorf("half a sweep is judged: %s", m.advisor.list[0].Sentence())
	}
	for _, key := range []string{"w", "W"} {
		if m.keys(key); !strings.Contains(string(m.Message), "advice comes when it is done") {
			t.Errorf("%q says %q", key, m.Message)
		}
	}
	for _, md := range []page.Mode{page.Following, page.Replaying} {
		m := newFake(t, md, 80, 24).withSession(uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"}))
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		if len(m.advisor.list) != 0 {
			t.Errorf("mode %d gives advice that it cannot take", md)
		}
	}
	m = newFake(t, page.Live, 80, 24).withSession(uitest.Then(uitest.Records(60, nil), sweep.Ended, uitest.Object{"reason": "cancelled"}))
	m.Set = uitest.Set()
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if len(m.advisor.list) != 1 || m.advisor.list[0].Kind != advise.Finish {
		t.Errorf("a cancelled sweep is advised otherwise than to finish it")
	}
	if why := m.offTake(0); why != "" {
		t.Errorf("the sweep cannot be finished: %s", why)
	}
}

// Advice without points, and none at all, cannot be taken, and the key says why.
func TestAdviceThatCannotBeTaken(t *testing.T) {
	m := advised(t, 80, 24)
	m.advisor.list = []advise.Advice{{Kind: advise.Done, Do: "nothing to do", Why: "all is well"}}
	if m.keys("W"); !strings.Contains(string(m.Message), "nothing to compute in that") || m.computing() {
		t.Errorf("W says %q", m.Message)
	}
	m = advised(t, 80, 24)
	m.Set, m.Problem = nil, errors.New("the disk is gone")
	if m.keys("W"); !strings.Contains(string(m.Message), "the disk is gone") {
		t.Errorf("without data W says %q", m.Message)
	}
}

// The width of the heuristic is measured once, beside the screen, and judged by.
func TestWidthIsMeasured(t *testing.T) {
	m := done(t, 80, 24)
	m.Set, m.Hash = uitest.Set(), "fake"
	cmd := m.consult()
	if cmd == nil {
		t.Fatal("the width is not measured")
	}
	msg, ok := cmd().(widthMeasured)
	if !ok || !(msg.width > 0) {
		t.Fatalf("measured %+v", msg)
	}
	before := m.advisor.about
	m.Update(msg)
	if m.advisor.about == before || m.advisor.widths[msg.of] != msg.width {
		t.Error("the width that was measured is not judged by")
	}
	if m.consult() != nil || m.measureWidth() != nil {
		t.Error("the width is measured twice")
	}
}

// What a driver says at its end is told, and its state shown on the way.
func TestAutoIsVisible(t *testing.T) {
	rs := uitest.Records(180, nil)
	rs = append(rs, uitest.Record(400, 1e5, record.KindCommand+"auto", uitest.Object{"round": 3, "kind": "edge", "text": "add m 200: it rises", "points": 6}, nil))
	m := newFake(t, page.Live, 80, 24).computingFake(rs)
	m.Now = uitest.Epoch.Add(100 * 1e9)
	m.advisor.driver = &advise.Driver{}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !strings.Contains(m.View(), "running auto 3") || m.advisor.driver == nil {
		t.Errorf("the third round does not show:\n%s", m.View())
	}
	rs = append(rs, uitest.Record(401, 1e5+1, record.KindAutoEnded, uitest.Object{"rounds": 3, "points": 18, "reason": "nothing to do"}, nil))
	m.reduce(uitest.Then(rs, sweep.Ended, uitest.Object{"reason": "done"}))
	m.exec = nil
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if m.advisor.driver != nil || !strings.Contains(string(m.Message), "auto ended after 3 rounds") {
		t.Errorf("at the end the message is %q, driver %v", m.Message, m.advisor.driver)
	}
	m = newFake(t, page.Live, 80, 24)
	m.Session = &sessions.Session{}
	m.runID = 7
	m.advisor.driver = &advise.Driver{}
	m.Update(begun{id: 7, err: &compute.NothingToAdd{Why: "no budget"}})
	if m.stopped != nil || m.Message != "auto: no budget" || m.advisor.driver != nil {
		t.Errorf("a driver with nothing to add: stopped %v, message %q", m.stopped, m.Message)
	}
}
