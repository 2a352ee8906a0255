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

// next is the version that is being worked on. It rises with each release.
const next = "0.10.0"

// version is that of a release, which its build sets:
//
//	go build -ldflags "-X example.com/sfatui/cmd/sfatui/commands.version=0.10.0" ./cmd/sfatui
var version string

// Version makes the command version.
func Version() *cobra.Command {
	return aboutCommand("version", "Print the version", PrintVersion)
}

// PrintVersion prints the versions of the program, its engine and its compiler.
func PrintVersion(w io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	fmt.Fprintf(w, "sfatui %s, engine %s, %s\n", programVersion(version, info), sweep.Version, runtime.Version())
	return nil
}

// released matches the versions of modules that were released; a version that Go makes of a
// commit ends in its time and its hash.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z]+\.?\d*)?$`)

// programVersion returns the version that was set when the program was built, else that of
// the module, else the one that is being worked on, with the commit and its day where these
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
