package cluster

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
)

// Jobs returns the command jobs.
func Jobs() *cobra.Command {
	var cancel, asJSON bool
	cmd := named.Command("jobs", "List the tasks of a session on many machines, or cancel them", func(cmd *cobra.Command, dir string) error {
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		var slurm jobs.Slurm
		o := jobs.Status(cmd.Context(), s, s.State(), &slurm, time.Now())
		if cancel {
			active := o.Active()
			if o.QueueErr != nil {
				return o.QueueErr
			}
			if err := slurm.Cancel(cmd.Context(), active...); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s cancelled, %s missing: sfatui submit %s\n", message.Counted(len(active), "task"), message.Counted(o.Missing, "fit"), message.Clean(s.Dir))
			return nil
		}
		if asJSON {
			for _, t := range o.Tasks {
				cli.JSON(cmd.OutOrStdout(), jobJSON{t.I, t.Of, t.Node, t.State, t.Points, t.Done, t.Failed, t.Since.UTC(), t.Job, logPath(s, t), t.Why})
			}
			return nil
		}
		printJobs(cmd.OutOrStdout(), s, o)
		return nil
	})
	cmd.Long = `List the tasks of a session, with their progress from the journals and their state
from Slurm's queue. --cancel cancels waiting and running tasks; finished points
are kept.`
	cmd.Flags().BoolVar(&cancel, "cancel", false, "cancel waiting and running tasks")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per task")
	return cmd
}

// printJobs prints a line per task, and the commands that apply.
func printJobs(w io.Writer, s *sessions.Session, o jobs.Overview) {
	dir := message.Clean(s.Dir)
	if len(o.Tasks) == 0 {
		fmt.Fprintf(w, "no task was submitted or started; %s missing: sfatui submit %s\n", message.Counted(o.Missing, "fit"), dir)
		return
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "task\tnode\tstate\tpoints\tsince\t")
	for _, t := range o.Tasks {
		fmt.Fprintf(tw, "%d/%d\t%s\t%s\t%d of %d\t%s\t%s\n", t.I, t.Of, message.Clean(cmp.Or(t.Node, "-")), message.Clean(t.State), t.Done, t.Points, t.Since.Local().Format("15:04:05"), message.Clean(t.Why))
	}
	tw.Flush()
	waiting, running, done, broken := o.Counts()
	left := ""
	switch {
	case o.Remaining > 0:
		left = fmt.Sprintf("; about %s left at the current number of running tasks", o.Remaining.Round(time.Second))
	case waiting > 0 && running == 0:
		left = "; in the queue"
	}
	fmt.Fprintf(w, "%s: %d running, %d waiting, %d done, %d ended early%s\n", message.Counted(len(o.Tasks), "task"), running, waiting, done, broken, left)
	if o.QueueErr != nil {
		fmt.Fprintf(w, "the state of the queue is unknown: %s\n", message.Clean(o.QueueErr.Error()))
	}
	if o.Unseen {
		fmt.Fprintf(w, "tasks are running, but their results are not visible here: is %s on a file system that the nodes share?\n", dir)
	}
	if o.Unclaimed > 0 {
		fmt.Fprintf(w, "%s missing: sfatui submit %s\n", message.Counted(o.Unclaimed, "fit"), dir)
	}
}

type jobJSON struct {
	Task   int       `json:"task"`
	Of     int       `json:"of"`
	Node   string    `json:"node,omitempty"`
	State  string    `json:"state"`
	Points int       `json:"points"`
	Done   int       `json:"done"`
	Failed int       `json:"failed"`
	Since  time.Time `json:"since,omitzero"`
	Job    string    `json:"job,omitempty"`
	Log    string    `json:"log,omitempty"`
	Why    string    `json:"why,omitempty"`
}

// logPath returns the path of a task's log, "" for none.
func logPath(s *sessions.Session, t jobs.Task) string {
	if t.Log == "" {
		return ""
	}
	return filepath.Join(s.Dir, t.Log)
}
