package commands

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"github.com/spf13/cobra"
)

// clusterFlags adds the flags with which doctor examines a cluster instead of
// this machine.
func clusterFlags(cmd *cobra.Command) {
	var slurm, submit bool
	var partition, node, folder string
	f := cmd.Flags()
	f.BoolVar(&slurm, "slurm", false, "report on this cluster: commands, controller, nodes, file system")
	f.StringVar(&partition, "partition", "", "with --slurm: partition to check (default: Slurm's default)")
	f.StringVar(&folder, "folder", "", "with --slurm: folder of the sessions (default: the folder of unnamed sessions)")
	f.BoolVar(&submit, "submit", false, "with --slurm: run a one-minute test task on a node of each kind")
	f.StringVar(&node, "node", "", "check a node and write the result into this folder")
	f.MarkHidden("node")
	machine := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case node != "":
			return jobs.ReportNode(node, os.Getenv)
		case slurm:
			return examineCluster(cmd, partition, folder, submit)
		case submit || partition != "" || folder != "":
			return cli.Usagef("--partition, --folder and --submit require --slurm")
		}
		return machine(cmd, args)
	}
}

// examineCluster prints what a submission here depends on.
func examineCluster(cmd *cobra.Command, partition, folder string, submit bool) error {
	var err error
	if folder == "" {
		if folder, err = list.Folder(); err == nil {
			err = os.MkdirAll(folder, 0o755)
		}
		if err != nil {
			return err
		}
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var slurm jobs.Slurm
	printFindings(cmd.OutOrStdout(), jobs.Examine(cmd.Context(), &slurm, partition, folder, program))
	if !submit {
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "running a one-minute test task on a node of each kind …")
	found, err := jobs.Survey(cmd.Context(), &slurm, partition, folder, program)
	printFindings(cmd.OutOrStdout(), found)
	return err
}

func printFindings(w io.Writer, found []jobs.Finding) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range found {
		fmt.Fprintf(tw, "%s\t%s\n", f.What, f.Text)
	}
	tw.Flush()
}
