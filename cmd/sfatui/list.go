package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"

	"github.com/spf13/cobra"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
)

func listCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "ls [FOLDER…]",
		GroupID: "session",
		Short:   "List sessions, newest first",
		Long: `List sessions, newest first: those in the folders given, or without any in
the place where unnamed sessions go. The best point is the best so far, by what
choosing may look at.`,
		RunE: func(cmd *cobra.Command, folders []string) error {
			items, err := listed(cmd.ErrOrStderr(), folders)
			if err != nil {
				return err
			}
			if asJSON {
				for i := range items {
					printItemJSON(cmd.OutOrStdout(), &items[i])
				}
				return nil
			}
			return printItems(cmd.OutOrStdout(), items, len(folders) == 0)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a session")
	return cmd
}

// listed are the sessions in the folders, or in the default place, which need
// not exist yet.
func listed(stderr io.Writer, folders []string) ([]sessions.Item, error) {
	if len(folders) > 0 {
		return sessions.List(folders...)
	}
	dir, err := sessions.Folder()
	if err != nil {
		return nil, err
	}
	var items []sessions.Item
	if isDir(dir) {
		if items, err = sessions.List(dir); err != nil {
			return nil, err
		}
	}
	if len(items) == 0 {
		fmt.Fprintf(stderr, "no sessions in %s; sfatui run makes one, sfatui ls FOLDER looks elsewhere\n", message.Clean(dir))
	}
	return items, nil
}

// printItems prints a line a session. Where all are in one place that needs no
// name, they go by their base names.
func printItems(w io.Writer, items []sessions.Item, base bool) error {
	if len(items) == 0 {
		return nil
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "session\tbegun\tdata\tpoints\tstatus\tbest so far")
	for i := range items {
		it := &items[i]
		name := it.Dir
		if base {
			name = filepath.Base(name)
		}
		begun := it.Created.Local().Format("2006-01-02 15:04")
		if it.Err != nil {
			fmt.Fprintf(tw, "%s\t%s\t\t\t%s\t%s\n", message.Clean(name), begun, errorStatus(it.Err), errorText(it.Err))
			continue
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", message.Clean(name), begun, message.Clean(it.Header.Data.Name), pointsText(it), statusText(it), bestText(it))
	}
	return tw.Flush()
}

// errorStatus is why a session cannot be read, in a word.
func errorStatus(err error) string {
	var damaged *store.DamagedError
	switch {
	case errors.As(err, &damaged):
		return "damaged"
	case errors.Is(err, os.ErrNotExist):
		return "no session"
	}
	return "unreadable"
}

// errorText is the same in a few words.
func errorText(err error) string {
	var damaged *store.DamagedError
	if errors.As(err, &damaged) {
		return damaged.Damage.String()
	}
	return message.Clean(err.Error())
}

func pointsText(it *sessions.Item) string {
	text := fmt.Sprintf("%d of %d", it.Points, it.Planned)
	if it.Failed > 0 {
		text += fmt.Sprintf(", %d failed", it.Failed)
	}
	return text
}

func statusText(it *sessions.Item) string {
	text := it.Status.String()
	if it.Host != "" {
		text += fmt.Sprintf(" on %s, heard %s ago", it.Host, age(time.Since(it.Heard)))
	}
	if it.Damages > 0 {
		text += fmt.Sprintf(", damaged: %d", it.Damages)
	}
	return text
}

// age is a time span in its largest unit.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

func bestText(it *sessions.Item) string {
	if it.Best == nil {
		return "-"
	}
	return fmt.Sprintf("%s %s  %s", it.Objective, it.Score, it.Label)
}

// itemJSON is a session in a list.
type itemJSON struct {
	Dir      string        `json:"dir"`
	UUID     string        `json:"uuid,omitempty"`
	Created  time.Time     `json:"created"`
	Data     string        `json:"data,omitempty"`
	DataHash string        `json:"data_hash,omitempty"`
	Status   string        `json:"status"`
	Host     string        `json:"host,omitempty"` // where it runs, if elsewhere
	Heard    *time.Time    `json:"heard,omitempty"`
	Planned  int           `json:"planned"`
	Points   int           `json:"points"`
	Failed   int           `json:"failed"`
	Damages  int           `json:"damages"`
	Best     *itemBestJSON `json:"best,omitempty"`
	Error    string        `json:"error,omitempty"`
}

type itemBestJSON struct {
	Objective string     `json:"objective"`
	Value     part.Float `json:"value"` // on the validation parts
	SE        part.Float `json:"se"`    // of before engine 0.6.0
	Parts     int        `json:"parts"` // that gave something, of
	Want      int        `json:"want"`
	Point     part.Point `json:"point"` // without fold and draw
}

func printItemJSON(w io.Writer, it *sessions.Item) {
	j := itemJSON{Dir: it.Dir, Created: it.Created.UTC(), Planned: it.Planned, Points: it.Points, Failed: it.Failed, Damages: it.Damages}
	if it.Err != nil {
		j.Status, j.Error = errorStatus(it.Err), errorText(it.Err)
	} else {
		heard := it.Heard.UTC()
		j.UUID, j.Data, j.DataHash, j.Heard = it.Header.UUID, it.Header.Data.Name, it.Header.Data.Hash, &heard
		j.Status, j.Host = it.Status.String(), it.Host
	}
	if it.Best != nil {
		j.Best = &itemBestJSON{it.Objective, part.Float(it.Stat.Mean), part.Float(it.Stat.SE), it.Score.Got, it.Score.Want, it.Best.Config}
	}
	printLine(w, j)
}

// printLine prints what encodes as JSON on a line.
func printLine(w io.Writer, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("sfatui: JSON: " + err.Error())
	}
	fmt.Fprintln(w, message.Clean(string(b)))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
