package cli

import (
	"slices"
	"strings"
)

// otherWords are words of other programs and the command that does the same here; "" is the
// workbench.
var otherWords = []struct {
	command string
	words   []string
}{
	{"data", []string{"info", "inspect", "describe", "head", "stat", "stats", "statistics", "summary", "summarise", "summarize", "peek", "preview", "look", "cat", "show"}},
	{"", []string{"view", "plot", "display", "browse", "gui", "tui", "workbench", "load", "start"}},
	{"ls", []string{"list", "dir", "sessions", "history"}},
	{"rm", []string{"delete", "remove", "del", "erase"}},
	{"mv", []string{"move", "rename"}},
	{"help settings", []string{"config", "configure", "configuration", "settings", "preferences", "options"}},
	{"run", []string{"train", "fit", "sweep"}},
	{"transform", []string{"predict", "apply", "infer"}},
	{"jobs", []string{"queue", "status"}},
}

// OtherWord returns the command that does what a word of other programs does; "" is the
// workbench.
func OtherWord(word string) (command string, ok bool) {
	for _, o := range otherWords {
		if slices.Contains(o.words, strings.ToLower(word)) {
			return o.command, true
		}
	}
	return "", false
}

// readOnly are the commands that change nothing that is kept.
var readOnly = []string{"check", "compare", "data", "datasets", "diff", "doctor", "explain", "export", "follow", "help", "jobs", "ls", "open", "papers", "replay", "version"}

// Changes reports whether one of the named commands changes stored files, computes or serves.
func Changes(command string, commands []string) bool {
	return slices.Contains(commands, command) && !slices.Contains(readOnly, command)
}
