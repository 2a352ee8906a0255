package commands

import (
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
)

// next is the version under development. It rises with each release.
const next = "0.10.0"

// version is the version of a release, set by its build:
//
//	go build -ldflags "-X example.com/sfatui/cmd/sfatui/commands.version=0.10.0" ./cmd/sfatui
var version string

// Version returns the command version.
func Version() *cobra.Command {
	return aboutCommand("version", "Print the version", PrintVersion)
}

// PrintVersion prints the versions of the program, its engine and its compiler.
func PrintVersion(w io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	fmt.Fprintf(w, "sfatui %s, engine %s, %s\n", programVersion(version, info), sweep.Version, runtime.Version())
	return nil
}

// released matches the versions of released modules. A version that Go derives
// from a commit ends in its time and its hash.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z]+\.?\d*)?$`)

// programVersion returns the version set at build time, else that of the
// module, else the one under development, with the commit and its day if these
// are known.
func programVersion(set string, info *debug.BuildInfo) string {
	v := set
	if info == nil {
		info = &debug.BuildInfo{}
	}
	if v == "" && released.MatchString(info.Main.Version) {
		v = strings.TrimPrefix(info.Main.Version, "v")
	}
	if v == "" {
		v = next + "-dev"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return v
	}
	day, _, _ := strings.Cut(settings["vcs.time"], "T")
	v += " (commit " + commit[:min(12, len(commit))]
	if day != "" {
		v += " of " + day
	}
	if settings["vcs.modified"] == "true" {
		v += ", with changes"
	}
	return v + ")"
}
