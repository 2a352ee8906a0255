package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/help"
)

// longestREADME is how many lines a researcher reads in two minutes.
const longestREADME = 200

// README's picture and its list of formats are the program's own: a person never edits
// them. Each stands between two comments that name it.
func TestREADME(t *testing.T) {
	const path = "../../README.md"
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(b)
	if n := strings.Count(readme, "\n"); n > longestREADME {
		t.Errorf("README.md has %d lines: what is more than %d goes to a topic of the help", n, longestREADME)
	}
	readme = held(t, readme, "formats", help.FormatsLine()+"\n")
	if runtime.GOARCH == "amd64" { // what the picture shows was computed there
		readme = held(t, readme, "picture", "```\n"+picture(t, readme)+"```\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(readme), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// held holds what stands between the comments of a name against a text, and gives the
// README with that text.
func held(t *testing.T, readme, name, text string) string {
	t.Helper()
	begin := fmt.Sprintf("<!-- %s: go test ./cmd/sfatui -run README -update -->\n", name)
	before, rest, found := strings.Cut(readme, begin)
	stands, after, ended := strings.Cut(rest, "<!-- end -->\n")
	if !found || !ended {
		t.Fatalf("README.md has no place for the %s", name)
	}
	if stands != text && !*update {
		t.Errorf("README's %s is not the program's: write it anew with -update (- README, + program):\n%s", name, difference(stands, text))
	}
	return before + begin + text + "<!-- end -->\n" + after
}

// picture is a sweep of the built-in words on a screen of 80×24. Without -update it waits
// for the screen that the README has, as a page comes in parts.
func picture(t *testing.T, readme string) string {
	t.Helper()
	program, err := exec.LookPath("sfatui")
	noError(t, err)
	wd, err := os.Getwd()
	noError(t, err)
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	succeed(t, "unpack", filepath.Join(wd, "testdata", "picture.sfa.tar"), "-o", "vowels.sfa")
	createdLongAgo(t, "vowels.sfa")
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TZ", "UTC")
	t.Setenv("LC_ALL", "C.UTF-8")
	s := onScreen(t, program, 80, 24, "open", "vowels.sfa")
	defer s.end()
	t.Chdir(wd)
	trimmed := func(screen string) string {
		var b strings.Builder
		for line := range strings.SplitSeq(screen, "\n") {
			b.WriteString(strings.TrimRight(line, " \r") + "\n")
		}
		return b.String()
	}
	if *update {
		return trimmed(s.atRest())
	}
	shown, _ := awaited(patience, 0, s.changed, func() (bool, string) {
		_, now := s.now()
		return strings.Contains(readme, trimmed(now)) && strings.Count(trimmed(now), "\n") == 24, now
	})
	return trimmed(shown)
}

// The topics of the help stand in lines of 80 columns, and name no flag that there is not.
func TestTopics(t *testing.T) {
	run := runCommand()
	known := map[string]bool{"help": true, "constraint": true} // the last is of Slurm
	for _, c := range append(rootCommand().Commands(), rootCommand(), run) {
		for _, name := range flags.Names(c.Flags()) {
			known[name] = true
		}
	}
	for _, topic := range help.Topics() {
		var b strings.Builder
		if err := topic.Print(&b); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := len([]rune(line)); n > 80 {
				t.Errorf("help %s has a line of %d columns: %s", topic.Name, n, line)
			}
			if strings.Contains(line, "ssh ") {
				continue
			}
			for word := range strings.FieldsSeq(line) {
				name, ok := strings.CutPrefix(strings.TrimLeft(word, "(["), "--")
				if end := strings.IndexFunc(name, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }); end >= 0 {
					name = name[:end]
				}
				if ok && name != "" && !known[name] {
					t.Errorf("help %s names --%s, which there is not", topic.Name, name)
				}
			}
		}
	}
}

// The help of the two commands with the most flags stands on one screen, and each flag is
// told of.
func TestHelp(t *testing.T) {
	for _, name := range []string{"", "run"} {
		out := succeed(t, strings.Fields(name+" --help")...)
		if n := strings.Count(out, "\n"); n > 40 {
			t.Errorf("%s --help has %d lines", name, n)
		}
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
				t.Errorf("%s --help has a line of %d columns: %s", name, n, line)
			}
		}
	}
	all := succeed(t, "help", "all")
	for _, name := range flags.Names(runCommand().Flags()) {
		if name != "help" && !strings.Contains(all, "--"+name) {
			t.Errorf("help all lacks --%s", name)
		}
	}
	if got := succeed(t, "run", "--help", "graph"); !strings.Contains(got, "time, clustered") || !strings.Contains(got, "left out: time") {
		t.Errorf("run --help graph says %s", got)
	}
	for _, c := range []string{"axes", "roles", "keys", "open", "formats"} {
		if got := succeed(t, "help", c); strings.Count(got, "\n") < 4 {
			t.Errorf("help %s says %q", c, got)
		}
	}
}
