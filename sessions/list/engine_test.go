package list_test

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// TestSessionsOfOlderEngines verifies that sessions of engines before 0.10.0 are
// unsupported, with the reason, and not reported as damaged.
func TestSessionsOfOlderEngines(t *testing.T) {
	for engine, ok := range map[string]bool{
		"0.5.0": false, "0.9.12": false, "0.10": false, "none": false, "": true, "0.10.0": true, "0.10.3": true, "0.11": true, "1.0.0": true, "10.0": true,
	} {
		h := recorded.Header()
		h.Engine = engine
		dir := filepath.Join(t.TempDir(), "x.sfa")
		_, err := sessions.Create(dir, h, sessiontest.Keyed(sessiontest.Plan(2), h.Engine, h.KernelPath, h.Data.Hash))
		if ok != (err == nil) || err != nil && (!strings.Contains(err.Error(), "by engine "+engine+", and results of engines before 0.10.0 cannot be read") || strings.Contains(err.Error(), "damaged")) {
			t.Errorf("engine %q: %v", engine, err)
		}
		if it := list.ItemAt(store.At(dir)); ok != (it.Err == nil) {
			t.Errorf("engine %q, listed: %+v", engine, it)
		}
	}
}
