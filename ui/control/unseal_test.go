package control_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// sealedSession computes a sweep with or without sealed test parts.
func sealedSession(t *testing.T, seal string) *sessions.Session {
	t.Helper()
	dir := t.TempDir()
	table := filepath.Join(dir, "waves.csv")
	if err := os.WriteFile(table, []byte(sessiontest.Waves()), 0o644); err != nil {
		t.Fatal(err)
	}
	options := datasets.Options{Paths: []string{table}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(t.Context(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Validation: split.DefaultValidation}, Inner: "2"}.With("sigma", "rel:1,2", "m", "10", "lambda", "0", "p", "2", "readout", "lda", "seal-test", seal)
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(dir, "waves.sfa"), Options: options, Set: set, Spec: plan.Spec, Plan: plan})
	if err == nil {
		err = e.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := sessions.Open(e.Session().Dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unsealing returns a control of a session, and its action.
func unsealing(t *testing.T, s *sessions.Session) (*page.Scene, *control.Control, page.Action) {
	t.Helper()
	scene := uitest.Done(80, 24)
	c := control.New(scene, control.Options{})
	c.Work = control.NewGroup(t.Context())
	c.SetSession(s)
	c.ShowState(s.State())
	set, err := s.OpenData(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	scene.Set, scene.Mode = set, page.Opened
	for _, a := range c.Actions() {
		if a.ID == "unseal" {
			return scene, c, a
		}
	}
	t.Fatal("there is no action")
	return nil, nil, page.Action{}
}

// answer answers the question of an action, and handles the result.
func answer(scene *page.Scene, c *control.Control, a page.Action) {
	a.Do(scene, "")
	if cmd := scene.Ask.Answer("y"); cmd != nil {
		c.Update(cmd())
	}
}

// The workbench asks, evaluates the choice on test once, and records the user, like sfatui
// unseal; a second evaluation of the same choice is rejected.
func TestUnsealAsksAndRecordsOneLook(t *testing.T) {
	s := sealedSession(t, "on")
	scene, c, a := unsealing(t, s)
	if why := a.Off(scene); why != "" {
		t.Fatal(why)
	}
	if before := strings.Join(scene.Sweep.TestLines(), "\n"); !strings.Contains(before, "test is sealed") {
		t.Error(before)
	}
	answer(scene, c, a)
	st := scene.Sweep.State
	if len(st.Unsealed) != 1 || len(st.Unsealed[0].Star) == 0 {
		t.Fatalf("%+v, %s", st.Unsealed, scene.Message)
	}
	if after := strings.Join(scene.Sweep.TestLines(), "\n"); strings.Contains(after, "test is sealed") || !strings.Contains(after, "test was evaluated once, after the choice") {
		t.Error(after)
	}
	again, err := s.Reopen()
	if err != nil {
		t.Fatal(err)
	}
	if len(again.State().Unsealed) != 1 {
		t.Error("the session has no look")
	}
	answer(scene, c, a)
	if len(scene.Sweep.State.Unsealed) != 1 || !strings.Contains(string(scene.Message), "measured on test before") {
		t.Errorf("a second look: %s", scene.Message)
	}
}

// A session without sealed test parts, computed with another arithmetic, or without a choice,
// cannot be unsealed.
func TestUnsealReportsWhyItIsOff(t *testing.T) {
	other, _, unseal := unsealing(t, sealedSession(t, "on"))
	other.Session.Header.KernelPath = "elsewhere-s390x"
	if why := unseal.Off(other); !strings.Contains(string(why), "computed on elsewhere-s390x: sfatui unseal") {
		t.Error(why)
	}
	scene, _, a := unsealing(t, sealedSession(t, ""))
	if why := a.Off(scene); !strings.Contains(string(why), "--seal-test seals them") {
		t.Error(why)
	}
	scene.Session = nil
	if a.Off(scene) == "" {
		t.Error("without a session")
	}
}
