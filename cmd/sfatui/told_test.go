package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/sfatui/engine/part"
)

// The help of every command contains each of its flags, grouped if there are
// many, with its effect and its default.
func TestHelpListsEveryFlag(t *testing.T) {
	root := rootCommand()
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		if c.Name() == "help" {
			continue
		}
		args := append(strings.Fields(strings.TrimPrefix(c.CommandPath(), "sfatui")), "--help")
		if c.Flags().Lookup("sigma") != nil {
			args = append(args, "all")
		}
		told := succeed(t, args...)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			at := regexp.MustCompile(`(?m)^ +(?:-\w, )?--` + f.Name + `\s`).FindStringIndex(told)
			if at == nil {
				t.Errorf("sfatui %s lacks --%s", strings.Join(args, " "), f.Name)
				return
			}
			text, _, _ := strings.Cut(told[at[1]:], "\n  -")
			if text = strings.Join(strings.Fields(text), " "); f.Usage == "" || !strings.Contains(text, f.Usage[:min(20, len(f.Usage))]) {
				t.Errorf("sfatui %s does not describe --%s: %s", strings.Join(args, " "), f.Name, text)
			}
			if _, isAxis := part.AxisNamed(f.Name); !isAxis && !slices.Contains([]string{"", "0", "0s", "false", "[]"}, f.DefValue) && !strings.Contains(text, "(default") {
				t.Errorf("sfatui %s does not print that --%s defaults to %s: %s", strings.Join(args, " "), f.Name, f.DefValue, text)
			}
		})
	}
}

// printedAsJSON lists the files that declare the output of --json.
var printedAsJSON = []string{"../../engine/result/*.go", "../../engine/choose/*.go", "../../sessions/record/measured.go", "../../sessions/export/json.go",
	"commands/compare.go", "commands/diff.go", "named/list.go", "cluster/jobs.go", "datajson.go", "../../datasets/inspect/*.go", "../../datasets/data/raw.go", "../../datasets/data/set.go"}

// Every key of the output of --json is in help json; keys of points are flags,
// or are listed there, too.
func TestHelpListsEveryKeyOfJSON(t *testing.T) {
	told := map[string]bool{}
	for _, word := range regexp.MustCompile(`[A-Za-z0-9_]+`).FindAllString(succeed(t, "help", "json"), -1) {
		told[word] = true
	}
	key := regexp.MustCompile("`json:\"([A-Za-z0-9_]+)")
	keys := func(pattern string) (found []string) {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range key.FindAllStringSubmatch(string(b), -1) {
				found = append(found, m[1])
			}
		}
		return found
	}
	n := 0
	for _, pattern := range printedAsJSON {
		for _, k := range keys(pattern) {
			if n++; !told[k] {
				t.Errorf("%s: help json lacks %s", pattern, k)
			}
		}
	}
	flags := runCommand().Flags()
	for _, k := range keys("../../engine/part/point.go") {
		if n++; flags.Lookup(strings.ReplaceAll(k, "_", "-")) == nil && !told[k] {
			t.Errorf("a point has %s, which is no flag and not in help json", k)
		}
	}
	if n < 200 {
		t.Errorf("only %d keys were found", n)
	}
}
