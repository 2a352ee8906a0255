package named

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"

	"github.com/spf13/cobra"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/roster"
)

// List returns the command ls.
func List() *cobra.Command {
	var names, asJSON bool
	var tag string
	cmd := &cobra.Command{
		Use:     "ls [FOLDER…]",
		GroupID: "session",
		Short:   "List sessions, newest first",
		Long: `List sessions, newest first: those in the given folders, or by default those in the
folder of unnamed sessions, in the working folder, and at paths opened before.

A session can be named by its number in this list, by - (the newest), by the name of
its data, by its own name, or by any part of its name that is unique: sfatui open 3.
The column best shows the best point so far by the objective of the sweep. Points count
configurations without missing or failed folds; --json lists all, and counts single
folds. -l and --json show tags (see sfatui tag).`,
		RunE: func(cmd *cobra.Command, folders []string) error {
			tagged := func(it *list.Item) bool { return tag == "" || slices.Contains(it.Tags, tag) }
			if asJSON {
				return listJSON(cmd, folders, tagged)
			}
			return printList(cmd, folders, names, tagged)
		},
	}
	cmd.Flags().BoolVarP(&names, "long", "l", false, "also print the names or paths of the sessions")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per session")
	cmd.Flags().StringVar(&tag, "tag", "", "list only sessions with this tag")
	return cmd
}

// patience is the time that a list waits for Slurm's state of a submitted session:
// without a controller its commands take half a minute.
const patience = 2 * time.Second

// printList prints a line per session, each as soon as it is read.
func printList(cmd *cobra.Command, folders []string, names bool, wanted func(*list.Item) bool) error {
	items, numbers, err := sessionsIn(cmd.ErrOrStderr(), folders)
	if err != nil || len(items) == 0 {
		return err
	}
	return printItems(cmd.Context(), cmd.OutOrStdout(), items, numbers, names, wanted)
}

func listJSON(cmd *cobra.Command, folders []string, wanted func(*list.Item) bool) error {
	items, _, err := sessionsIn(cmd.ErrOrStderr(), folders)
	if err != nil {
		return err
	}
	board := jobs.Board{Patience: patience, Keep: time.Minute}
	return list.Fill(cmd.Context(), items, list.UsualIndex(), func(i int) {
		if !wanted(&items[i]) {
			return
		}
		board.Note(store.At(items[i].Dir), &items[i])
		printItemJSON(cmd.OutOrStdout(), &items[i])
	})
}

// sessionsIn returns the sessions in the folders, or all known ones without
// folders, and their numbers; 0 for none.
func sessionsIn(stderr io.Writer, folders []string) ([]list.Item, []int, error) {
	places := list.Usual()
	all, err := places.All()
	if len(folders) == 0 {
		if err == nil && len(all) == 0 {
			fmt.Fprintf(stderr, "no sessions in %s; create one with sfatui run, or list another folder with sfatui ls FOLDER\n", message.Clean(strings.Join(places.Folders, ", ")))
		}
		numbers := make([]int, len(all))
		for i := range numbers {
			numbers[i] = i + 1
		}
		return all, numbers, err
	}
	items, err := list.Glances(folders...)
	if errors.Is(err, fs.ErrNotExist) {
		err = cli.Usagef("%w: sfatui ls accepts folders of sessions; without arguments it lists all known sessions", err)
	}
	numbers := make([]int, len(items))
	for i := range items {
		numbers[i] = list.Number(all, items[i].Dir)
	}
	return items, numbers, err
}

// mostList is the width of a list whose columns are as wide as they get.
const mostList = 120

// printItems prints a line per session as soon as it is read.
func printItems(ctx context.Context, w io.Writer, items []list.Item, numbers []int, names bool, wanted func(*list.Item) bool) error {
	now := time.Now()
	width := min(cli.Width(w), mostList)
	columns := roster.Columns(width)
	line := func(number clean.Text, r roster.Row, name clean.Text) {
		text := clean.Join(roster.Line(columns, number, r), " ")
		if names {
			text = layout.Pad(text, width) + "  " + name
		}
		fmt.Fprintln(w, strings.TrimRight(string(text), " "))
	}
	line("#", roster.Heads, "session")
	board := jobs.Board{Patience: patience, Keep: time.Minute}
	return list.Fill(ctx, items, list.UsualIndex(), func(i int) {
		if !wanted(&items[i]) {
			return
		}
		number := clean.Text("")
		if numbers[i] > 0 {
			number = clean.Sprintf("%d", numbers[i])
		}
		board.Note(store.At(items[i].Dir), &items[i])
		where := roster.Where(&items[i])
		for _, tag := range items[i].Tags {
			where += " #" + clean.Of(tag)
		}
		line(number, roster.Of(&items[i], now), where)
	})
}

// errorText returns why a session cannot be read, in a few words.
func errorText(err error) string {
	var damaged *store.DamagedError
	if errors.As(err, &damaged) {
		return damaged.Damage.String()
	}
	return message.Clean(err.Error())
}

type itemJSON struct {
	Dir      string        `json:"dir"`
	UUID     string        `json:"uuid,omitempty"`
	Created  time.Time     `json:"created"`
	Data     string        `json:"data,omitempty"`
	DataHash string        `json:"data_hash,omitempty"`
	Status   string        `json:"status"`
	Host     string        `json:"host,omitempty"` // where it runs, if elsewhere
	Tasks    *itemTaskJSON `json:"tasks,omitempty"`
	Queue    *queueJSON    `json:"queue,omitempty"`
	Heard    *time.Time    `json:"heard,omitempty"`
	Planned  int           `json:"planned"`
	Points   int           `json:"points"`
	Failed   int           `json:"failed"`
	Damages  int           `json:"damages"`
	Best     *itemStarJSON `json:"best,omitempty"`
	// Stars holds the best under each training graph if scores under several cannot be compared.
	Stars []itemStarJSON `json:"stars,omitempty"`
	Tags  []string       `json:"tags,omitempty"`
	Error string         `json:"error,omitempty"`
}

// itemTaskJSON counts the tasks of a sweep that is divided among several.
type itemTaskJSON struct {
	Running int    `json:"running"`
	Of      int    `json:"of"`
	Engine  string `json:"engine,omitempty"`
}

// queueJSON is a submitted sweep before its tasks write to the session.
type queueJSON struct {
	Engine  string    `json:"engine"`
	Job     string    `json:"job,omitempty"`
	Since   time.Time `json:"since"`
	Tasks   int       `json:"tasks"`
	Known   bool      `json:"known"` // the queue was queried
	Waiting int       `json:"waiting"`
	Running int       `json:"running"`
	Broken  int       `json:"broken"`
}

type itemStarJSON struct {
	Objective string     `json:"objective"`
	Terms     string     `json:"terms,omitempty"` // what the value depends on besides
	Value     part.Float `json:"value"`           // on the validation parts
	Parts     int        `json:"parts"`           // with a score, out of Want
	Want      int        `json:"want"`
	Point     part.Point `json:"point"` // without fold and draw
}

func printItemJSON(w io.Writer, it *list.Item) {
	j := itemJSON{Dir: it.Dir, Created: it.Created.UTC(), Planned: it.Planned, Points: it.Points, Failed: it.Failed, Damages: it.Damages}
	if it.Err != nil {
		j.Status, j.Error = string(roster.Unreadable(it.Err)), errorText(it.Err)
	} else {
		heard := it.Updated.UTC()
		j.UUID, j.Data, j.DataHash, j.Heard = it.Header.UUID, it.Header.Data.Name, it.Header.Data.Hash, &heard
		j.Tags, j.Status, j.Host = it.Tags, it.Status.String(), it.Host
		if it.Tasks.Of > 0 {
			j.Tasks = &itemTaskJSON{it.Tasks.Running, it.Tasks.Of, it.Tasks.Engine}
		}
	}
	if q := it.Submitted; q != nil {
		j.Queue = &queueJSON{"slurm", q.Job, q.Since.UTC(), q.Tasks, q.Queried, q.Waiting, q.Running, q.Broken}
	}
	var stars []itemStarJSON
	for _, s := range it.Stars {
		stars = append(stars, itemStarJSON{it.Objective, s.Terms, s.Mean, s.Got, s.Want, s.Config})
	}
	if stars != nil {
		j.Best = &stars[0]
	}
	if len(stars) > 1 {
		j.Stars = stars
	}
	cli.JSON(w, j)
}
