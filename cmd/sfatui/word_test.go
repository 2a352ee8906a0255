package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
)

// A word of another program is answered with the command that does the same, and a command that
// changes something is tried for a slip of its own name alone.
func TestWordsOfOtherPrograms(t *testing.T) {
	dir := t.TempDir()
	data, session := filepath.Join(dir, "x.csv"), filepath.Join(dir, "s.sfa")
	if err := os.WriteFile(data, []byte("a,b\n1,2\n3,5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(session, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ words, says, try string }{
		{"info DATA", "did you mean data?", "data DATA"},
		{"Summary DATA --label b", "did you mean data?", "data DATA --label b"},
		{"show SESSION", "did you mean open?", "open SESSION"},
		{"plot DATA", "opens data in the workbench", "DATA"},
		{"view nothing.csv", "opens data in the workbench", ""},
		{"list", "did you mean ls?", "ls"},
		{"remove SESSION", "did you mean rm?", "rm SESSION"},
		{"delete DATA", "did you mean rm?", ""},
		{"config", "did you mean help settings?", "help settings"},
		{"train DATA", "did you mean run?", "run DATA"},
		{"redo SESSION", "did you mean undo?", ""},
		{"rn SESSION", "did you mean rm or run?", ""},
		{"resme SESSION", "did you mean resume?", "resume SESSION"},
		{"replya SESSION", "did you mean replay?", "replay SESSION"},
		{"teapot DATA", "--help lists the commands", ""},
		{"help describe", "did you mean data?", "help data"},
	} {
		paths := strings.NewReplacer("DATA", data, "SESSION", session)
		code, _, stderr := executed(t, strings.Fields(paths.Replace(c.words))...)
		_, try, _ := strings.Cut(strings.TrimSpace(stderr), "\ntry: sfatui ")
		if code != cli.CodeUsage || !strings.Contains(stderr, c.says) || try != paths.Replace(c.try) {
			t.Errorf("%s: code %d, try %q:\n%s", c.words, code, try, stderr)
		}
	}
}

// Commands that change what is kept, compute or serve are told from those that look.
func TestReadOnlyCommands(t *testing.T) {
	var commands []string
	for _, c := range rootCommand().Commands() {
		commands = append(commands, c.Name())
	}
	for _, name := range []string{"data", "ls", "open", "replay"} {
		if cli.Changes(name, commands) {
			t.Errorf("%s is said to change something", name)
		}
	}
	for _, name := range []string{"rm", "undo", "tag", "mv", "run", "serve", "submit", "resume", "unseal", "pack"} {
		if !cli.Changes(name, commands) {
			t.Errorf("%s is said to change nothing", name)
		}
	}
}
