package commands

import (
	"runtime/debug"
	"testing"
)

// The version set by a build precedes that of the module, which precedes that
// of the working copy. A pseudo-version of a commit is not used.
func TestProgramVersion(t *testing.T) {
	of := func(module string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: module}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		set  string
		info *debug.BuildInfo
		want string
	}{
		{"", nil, next + "-dev"},
		{"", of("(devel)"), next + "-dev"},
		{"", of("v1.2.3"), "1.2.3"},
		{"", of("v1.2.3-rc.1"), "1.2.3-rc.1"},
		{"2.0.0", of("v1.2.3"), "2.0.0"},
		{"", of("v0.0.0-20261127175300-0123456789ab", "vcs.revision", commit, "vcs.time", "2026-11-27T17:53:00Z"), next + "-dev (commit 0123456789ab of 2026-11-27)"},
		{"2.0.0", of("(devel)", "vcs.revision", commit, "vcs.modified", "true"), "2.0.0 (commit 0123456789ab, with changes)"},
	} {
		if got := programVersion(c.set, c.info); got != c.want {
			t.Errorf("%q: %s, want %s", c.set, got, c.want)
		}
	}
}
