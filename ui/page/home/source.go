package home

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/roster"
)

// Source is where home looks. Its methods are called by commands, one at a time.
type Source interface {
	// Sessions are those that there are, the newest first, as far as a glance tells.
	Sessions(ctx context.Context) ([]sessions.Item, error)
	// Where is the path of a session as a person would write it.
	Where(it *sessions.Item) clean.Text
	// Stamp changes whenever the files of a session do. It takes no more than asking
	// for the times of a few files.
	Stamp(dir string) string
	// Fill reads of a session what a glance leaves out.
	Fill(it *sessions.Item)
	// Open opens a session.
	Open(dir string) (*sessions.Session, error)
	// Data is what a sweep can be begun on.
	Data(ctx context.Context) ([]Datum, error)
	// Proposed is the sweep over data that has none of its own.
	Proposed() sweep.Spec
}

// Datum is data that can be opened.
type Datum struct {
	Name, Facts, Note clean.Text
	Options           datasets.Options
	// Disk is where its files are; nil for a set that has none.
	Disk *confine.Disk
	// Spec is the sweep that is proposed, and Experiment the paper's that it is of; ""
	// for none.
	Spec       sweep.Spec
	Experiment string
}

// Local is what one's own machine has: the sessions of one's places, and the data in a
// folder, one level deep, followed by what the program brings along.
type Local struct {
	Places list.Places
	Folder string
	Spec   sweep.Spec // over data that has none of its own
	More   []Datum    // the papers' experiments
	// Kept are summaries of sessions from before; nil for none.
	Kept sessions.Kept
	// Queue tells what Slurm has of sessions; nil for nothing.
	Queue *jobs.Board
}

var _ Source = Local{}

func (l Local) Sessions(context.Context) ([]sessions.Item, error) { return l.Places.All() }

func (l Local) Where(it *sessions.Item) clean.Text { return roster.Where(it) }

func (l Local) Stamp(dir string) string {
	return Stamp(os.DirFS(filepath.Dir(dir)), filepath.Base(dir))
}

func (l Local) Fill(it *sessions.Item) {
	it.Fill(store.At(it.Dir), l.Kept)
	if l.Queue != nil {
		l.Queue.Note(store.At(it.Dir), it)
	}
}

func (l Local) Open(dir string) (*sessions.Session, error) {
	s, err := sessions.Open(dir)
	if err == nil {
		l.Places.Remember(dir)
	}
	return s, err
}

func (l Local) Data(ctx context.Context) ([]Datum, error) {
	list, err := Files(ctx, os.DirFS(l.Folder), l.Folder)
	for i := range list {
		list[i].Disk = &confine.Disk{}
	}
	list = append(list, BuiltIn()...)
	for i := range list {
		list[i].Spec = l.Spec
	}
	return append(list, l.More...), err
}

func (l Local) Proposed() sweep.Spec { return l.Spec }

// Stamp changes whenever the files of a session in a folder do.
func Stamp(folder fs.FS, name string) string {
	var b strings.Builder
	add := func(info fs.FileInfo, err error) {
		if err == nil {
			fmt.Fprint(&b, info.ModTime().UnixNano(), " ", info.Size(), " ")
		}
	}
	add(fs.Stat(folder, name))
	for _, sub := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
		add(fs.Stat(folder, name+"/"+sub))
	}
	journals, err := fs.ReadDir(folder, name+"/"+store.JournalDir)
	if err != nil {
		return b.String() // a packed session has none
	}
	for _, j := range journals {
		add(j.Info())
	}
	return b.String()
}

// mostEntries bounds how many files of a folder are looked at.
const mostEntries = 5000

// Files are the data sets in a folder, one level deep: tables by themselves, sound and
// images by the folder that they are in. Path is what leads to the folder.
func Files(ctx context.Context, folder fs.FS, path string) ([]Datum, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var list []Datum
	here := map[string]int{}
	for _, e := range entries[:min(len(entries), mostEntries)] {
		name := e.Name()
		info, err := fs.Stat(folder, name) // what a link leads to
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil || strings.HasPrefix(name, "."):
		case info.IsDir():
			if facts := folderFacts(folder, name); facts != "" {
				list = append(list, datumAt(filepath.Join(path, name), clean.Of(name)+"/", facts))
			}
		case info.Mode().IsRegular():
			switch what, byFolder := datasets.Recognise(name); {
			case byFolder:
				here[what]++
			case what != "" && !model.Is(folder, name):
				list = append(list, datumAt(filepath.Join(path, name), clean.Of(name), clean.Of(noun(what))+", "+clean.Of(sweep.FormatBytes(info.Size()))))
			}
		}
	}
	if facts := kindFacts(here); facts != "" {
		list = append([]Datum{datumAt(path, "./", facts)}, list...)
	}
	return list, nil
}

func datumAt(path string, name, facts clean.Text) Datum {
	return Datum{Name: name, Facts: facts, Options: datasets.Options{Paths: []string{path}}}
}

// within is what a folder holds, "" for no data.
func folderFacts(folder fs.FS, name string) clean.Text {
	if filepath.Ext(name) == sessions.Ext {
		return ""
	}
	entries, err := fs.ReadDir(folder, name)
	if err != nil {
		return ""
	}
	kinds := map[string]int{}
	for _, e := range entries[:min(len(entries), mostEntries)] {
		if e.Name() == store.HeaderName {
			return ""
		}
		if what, _ := datasets.Recognise(e.Name()); what != "" && !e.IsDir() && !model.Is(folder, name+"/"+e.Name()) {
			kinds[what]++
		}
	}
	return kindFacts(kinds)
}

// counted is the commonest kind of file and how many there are, "" for none.
func kindFacts(kinds map[string]int) clean.Text {
	best := ""
	for what, n := range kinds {
		if cmp.Or(cmp.Compare(n, kinds[best]), strings.Compare(best, what)) > 0 || best == "" {
			best = what
		}
	}
	if best == "" {
		return ""
	}
	return clean.Counted(kinds[best], clean.Of(noun(best)))
}

// noun is the name of a kind of file without its article.
func noun(what string) string {
	if _, name, ok := strings.Cut(what, " "); ok {
		return name
	}
	return what
}

// BuiltIn are the sets that the program makes itself.
func BuiltIn() []Datum {
	var list []Datum
	for i, b := range builtin.Sets() {
		d := datumAt(b.Name, clean.Of(b.Name), "built in: "+clean.Of(b.Doc))
		if i == 0 {
			d.Note = "quick start"
		}
		list = append(list, d)
	}
	return list
}
