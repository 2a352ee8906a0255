package home

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/manage"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/roster"
)

// Source lists and opens sessions and data. Commands call its methods one at a time.
type Source interface {
	// Sessions returns all sessions, newest first, with only the fields that are quick to read.
	Sessions(ctx context.Context) ([]list.Item, error)
	// Where returns the path of a session in a short notation.
	Where(it *list.Item) clean.Text
	// Stamp returns a text that changes whenever the files of a session do. It reads only the
	// times of a few files.
	Stamp(dir string) string
	// Fill reads the fields that Sessions leaves out.
	Fill(it *list.Item)
	// Open opens a session.
	Open(dir string) (*sessions.Session, error)
	// Data returns the data sets on which a sweep can be started.
	Data(ctx context.Context) ([]Datum, error)
	// Proposed returns the sweep for data without one of its own.
	Proposed() sweep.Spec
}

// Datum is a data set that can be opened.
type Datum struct {
	Name, Facts, Note clean.Text
	Options           datasets.Options
	// Disk contains its files; nil for a set without files.
	Disk *sandbox.Disk
	// Spec is the proposed sweep, and Experiment the paper's experiment, "" for none.
	Spec       sweep.Spec
	Experiment string
}

// Local is the source of the user's own machine: the sessions of the user's places, the data in
// a folder, one level deep, and the sets that the program provides.
type Local struct {
	Places list.Places
	Folder string
	Spec   sweep.Spec // for data without a sweep of its own
	More   []Datum    // experiments of the papers
	// Kept holds cached summaries of sessions; nil for none.
	Kept list.Kept
	// Queue reports the sessions' tasks in Slurm; nil for none.
	Queue *jobs.Board
}

var _ Manager = Local{}

// Off returns "": the user may change all sessions.
func (l Local) Off(string) clean.Text { return "" }

// Remove moves a session into the trash.
func (l Local) Remove(ctx context.Context, dir string) error {
	_, err := manage.Manager{}.Remove(ctx, dir, time.Now())
	return err
}

// Undo restores the session that was removed last from the folders of sessions.
func (l Local) Undo(context.Context) (string, error) {
	return manage.Manager{}.UndoLatest(l.Places.Around()...)
}

// Rename gives a session another name and remembers its place.
func (l Local) Rename(ctx context.Context, dir, name string) (string, error) {
	to, err := manage.Manager{}.Rename(ctx, dir, name)
	if err == nil {
		l.Places.Remember(to)
	}
	return to, err
}

// Tag adds or removes tags of a session.
func (l Local) Tag(_ context.Context, dir string, words []string) ([]string, error) {
	s, err := sessions.Open(dir)
	if err != nil {
		return nil, err
	}
	return manage.Tag(s, words)
}

// Sessions returns the sessions of the user's places.
func (l Local) Sessions(context.Context) ([]list.Item, error) { return l.Places.All() }

// Where returns the path of a session in a short notation.
func (l Local) Where(it *list.Item) clean.Text { return roster.Where(it) }

// Stamp returns a text that changes whenever the files of a session do.
func (l Local) Stamp(dir string) string {
	return Stamp(os.DirFS(filepath.Dir(dir)), filepath.Base(dir))
}

// Fill reads the details of a session and its state in the queue.
func (l Local) Fill(it *list.Item) {
	it.Fill(store.At(it.Dir), l.Kept)
	if l.Queue != nil {
		l.Queue.Note(store.At(it.Dir), it)
	}
}

// Open opens a session and remembers its place.
func (l Local) Open(dir string) (*sessions.Session, error) {
	s, err := sessions.Open(dir)
	if err == nil {
		l.Places.Remember(dir)
	}
	return s, err
}

// Data returns the data in the folder, the built-in sets and the experiments.
func (l Local) Data(ctx context.Context) ([]Datum, error) {
	list, err := Files(ctx, os.DirFS(l.Folder), l.Folder)
	for i := range list {
		list[i].Disk = &sandbox.Disk{}
	}
	list = append(list, BuiltIn()...)
	for i := range list {
		list[i].Spec = l.Spec
	}
	return append(list, l.More...), err
}

// Proposed returns the sweep for data without one of its own.
func (l Local) Proposed() sweep.Spec { return l.Spec }

// Stamp returns a text that changes whenever the files of a session in a folder do.
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
		return b.String() // a packed session has no journals
	}
	for _, j := range journals {
		add(j.Info())
	}
	return b.String()
}

// Limits of a folder: mostEntries is the largest number of its entries that are read, and
// mostDescription the largest size in bytes of a description that is listed.
const (
	mostEntries     = 5000
	mostDescription = 1 << 16
)

// Files returns the data sets in a folder, one level deep: descriptions of data, each table, and
// sound and images by their folder. path is the path of the folder.
func Files(ctx context.Context, folder fs.FS, path string) ([]Datum, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var list []Datum
	var recipes []string
	here := map[string]int{}
	for _, e := range entries[:min(len(entries), mostEntries)] {
		name := e.Name()
		info, err := fs.Stat(folder, name) // target of a link
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
			case recipe.IsYAML(name) && info.Size() <= mostDescription:
				recipes = append(recipes, name)
			case byFolder:
				here[what]++
			case what != "" && !model.Is(folder, name):
				list = append(list, datumAt(filepath.Join(path, name), clean.Of(name), clean.Of(noun(what))+", "+clean.Of(sweep.FormatBytes(info.Size()))))
			}
		}
	}
	facts := kindFacts(here)
	if n := len(entries); n > mostEntries {
		facts = clean.Sprintf("%s, the first %s are listed", clean.Counted(n, "file"), clean.Count(mostEntries))
	}
	if facts != "" {
		list = append([]Datum{datumAt(path, "./", facts)}, list...)
	}
	described, describes := descriptions(ctx, folder, path, recipes)
	for i := range list {
		if by := describes[list[i].Options.Paths[0]]; by != "" {
			list[i].Note = "see " + by
		}
	}
	return append(described, list...), nil
}

// datumAt returns the data at a path.
func datumAt(path string, name, facts clean.Text) Datum {
	return Datum{Name: name, Facts: facts, Options: datasets.Options{Paths: []string{path}}}
}

// folderFacts returns the kind and number of data files in a folder, "" for none.
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
	facts := kindFacts(kinds)
	switch {
	case facts != "" && len(entries) > mostEntries:
		return "more than " + facts
	case facts == "" && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == recipe.Name }):
		return "described by " + recipe.Name
	}
	return facts
}

// kindFacts returns the most frequent kind of file and its number, "" for none.
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

// noun returns the name of a kind of file without its article.
func noun(what string) string {
	if _, name, ok := strings.Cut(what, " "); ok {
		return name
	}
	return what
}

// BuiltIn returns the sets that the program generates.
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
