// Command sfatui is a terminal workbench for slow feature analysis.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/cluster"
	"example.com/sfatui/cmd/sfatui/commands"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/help"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/allotment"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
)

func main() {
	limitProcessors()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // ignored under nohup
		onHangup(stop)
	}
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// onHangup calls do whenever the terminal closes or a person sends SIGHUP,
// until it is released or another function is set.
func onHangup(do func()) (release func()) {
	signal.Reset(syscall.SIGHUP)
	c, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(c, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-c:
				do()
			case <-ended:
				return
			}
		}
	}()
	return sync.OnceFunc(func() {
		signal.Stop(c)
		close(ended)
	})
}

// limitProcessors sets GOMAXPROCS to the number of processors that Slurm
// allotted. Without control groups a task with one processor would use the
// whole node.
func limitProcessors() {
	n := allotment.Machine{Env: os.Getenv}.Processors()
	if os.Getenv("GOMAXPROCS") == "" && n > 0 && n < runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(n)
	}
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := cli.NewWriter(stdout)
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	// Sessions computed with other kernels are not continued, so that an
	// unavailable kernel path must be reported.
	if asked, granted := simd.Requested(); !granted {
		fmt.Fprintf(stderr, "sfatui: SFATUI_KERNELS=%s is not in effect: %s\n", message.Clean(asked), simd.DescribePaths())
	}
	err := root.ExecuteContext(ctx)
	if err == nil && out.Err != nil {
		err = fmt.Errorf("the results could not be written: %w", out.Err)
		if store.IsFull(err) {
			err = fmt.Errorf("%w; free space there, or write them elsewhere", err)
		}
	}
	return cli.Report(stderr, args, err)
}

func rootCommand() *cobra.Command {
	root := workbenchCommand()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flags.Error)
	root.AddGroup(
		&cobra.Group{ID: "sweep", Title: "Sweeps:"},
		&cobra.Group{ID: "session", Title: "Sessions:"},
		&cobra.Group{ID: "about", Title: "About:"},
	)
	root.SetHelpCommand(help.Command())
	root.SetHelpFunc(help.Show)
	root.AddCommand(runCommand(), resumeCommand(), unsealCommand(), cluster.Submit(), cluster.Jobs(), serveCommand(),
		openCommand(), followCommand(), replayCommand(), commands.Compare(), commands.Check(),
		named.List(), commands.Tag(), commands.Move(), commands.Remove(), commands.Undo(), commands.Export(), commands.Diff(), commands.Fork(), commands.Pack(), commands.Unpack(), commands.Transform(),
		dataCommand(), commands.Datasets(), commands.Papers(), help.Explain(), commands.Doctor(), commands.Completion(), commands.Version())
	flags.Once(root)
	return root
}
