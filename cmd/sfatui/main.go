// Command sfatui is a terminal workbench for slow feature analysis.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return report(stderr, root.ExecuteContext(ctx))
}

func rootCommand() *cobra.Command {
	root := workbenchCommand()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddGroup(
		&cobra.Group{ID: "sweep", Title: "Sweeps:"},
		&cobra.Group{ID: "session", Title: "Sessions:"},
		&cobra.Group{ID: "about", Title: "About:"},
	)
	root.SetHelpCommandGroupID("about")
	root.SetCompletionCommandGroupID("about")
	root.AddCommand(runCommand(), resumeCommand(),
		openCommand(), followCommand(), replayCommand(), checkCommand(),
		datasetsCommand(), doctorCommand(), versionCommand())
	return root
}
