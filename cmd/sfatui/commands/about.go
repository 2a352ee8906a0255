package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/roofline"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/list"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

// aboutCommand returns a command without arguments.
func aboutCommand(name, short string, run func(w io.Writer) error) *cobra.Command {
	return &cobra.Command{
		Use: name, GroupID: "about", Short: short,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("%s accepts no arguments", name)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.OutOrStdout()) },
	}
}

// Datasets returns the command datasets.
func Datasets() *cobra.Command {
	return aboutCommand("datasets", "List the built-in data sets", func(w io.Writer) error {
		for _, b := range builtin.Sets() {
			fmt.Fprintf(w, "%-10s %s\n", b.Name, b.Doc)
		}
		return nil
	})
}

// Doctor returns the command doctor.
func Doctor() *cobra.Command {
	cmd := aboutCommand("doctor", "Report on this machine, terminal or cluster", func(w io.Writer) error {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		line := func(name, format string, args ...any) {
			fmt.Fprintf(tw, "%s\t%s\n", name, message.Clean(fmt.Sprintf(format, args...)))
		}
		info, _ := debug.ReadBuildInfo()
		line("sfatui", "%s, engine %s", programVersion(version, info), sweep.Version)
		line("machine", "%s/%s, %d processors in use, %s", runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), runtime.Version())
		free := sweep.AvailableMemory() // before measuring takes memory
		arithmetic(line)
		if free > 0 {
			limit := ""
			if most, by := sweep.MemoryLimit(); most > 0 {
				limit = fmt.Sprintf("; the limit %s is %s", by, sweep.FormatBytes(most))
			}
			line("memory", "%s for a sweep unless --memory is given%s", sweep.FormatBytes(free), limit)
		} else {
			line("memory", "the free memory of this system is unknown: set --memory")
		}
		line("terminal", "%s", terminal(os.Stdout))
		dir, err := list.Folder()
		if err != nil {
			line("sessions", "%v", err)
		} else {
			line("sessions", "%s", writable(dir))
		}
		return tw.Flush()
	})
	clusterFlags(cmd)
	return cmd
}

// arithmetic prints the limits of the processor and its memory, and the shares
// of them that the kinds of work in a sweep reach.
func arithmetic(line func(name, format string, args ...any)) {
	limits := roofline.Measure(simd.Path())
	shares := roofline.Shares(limits)
	line("arithmetic", "%s, %.1f GFLOP/s in a matrix product (float64)", sweep.KernelPath(), shares[0].Rate/1e9)
	line("limits", "%.1f GFLOP/s of fused multiply-adds, %.1f on one processor; %.1f GB/s read from memory", limits.All/1e9, limits.One/1e9, limits.Bandwidth/1e9)
	var reached []string
	for _, r := range shares {
		reached = append(reached, fmt.Sprintf("%s %.0f %%", r.What, 100*r.Share))
	}
	busy := ""
	if shares[0].Share > 1 {
		busy = "; the machine is busy: these are not its full speed"
	}
	line("reached", "%s of that%s", strings.Join(reached, ", "), busy)
	caches := simd.MachineCaches()
	if caches.L2 > 0 {
		line("caches", "%s, %s and %s", sweep.FormatBytes(int64(caches.L1)), sweep.FormatBytes(int64(caches.L2)), sweep.FormatBytes(int64(caches.L3)))
	}
}

// terminal returns a description of the terminal f.
func terminal(f *os.File) string {
	text := "TERM=" + os.Getenv("TERM")
	if c := os.Getenv("COLORTERM"); c != "" {
		text += " COLORTERM=" + c
	}
	if _, off := os.LookupEnv("NO_COLOR"); off {
		text += " NO_COLOR"
	}
	w, h, err := term.GetSize(f.Fd())
	if err != nil {
		return text + ", output is not a terminal"
	}
	return fmt.Sprintf("%s, %d×%d", text, w, h)
}

// writable returns whether sessions can be written to dir, and how long a
// durable write takes there.
func writable(dir string) string {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Sprintf("cannot be written: %v; choose another directory with --out", err)
	}
	start := time.Now()
	f, err := os.CreateTemp(dir, "doctor-*")
	if err != nil {
		return fmt.Sprintf("cannot be written: %v; choose another directory with --out", err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	_, err = f.WriteString("x\n")
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return fmt.Sprintf("cannot be written: %v", err)
	}
	return fmt.Sprintf("%s, a durable write takes %s", filepath.Clean(dir), time.Since(start).Round(100*time.Microsecond))
}
