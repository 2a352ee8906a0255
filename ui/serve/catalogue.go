package serve

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/manage"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
)

// catalogue lists the data sets and sessions in one folder. Links that lead outside the folder
// are not followed.
type catalogue struct {
	root *os.Root

	mu       sync.Mutex
	listedAt time.Time // time of the last listing
	listed   []choice
	cache    map[string]cachedItem // sessions by path relative to the folder
}

// choice is a data set or session in the folder that can be opened.
type choice struct {
	ID           string // kind and path relative to the folder
	Name, Detail clean.Text
}

// walkFolder returns the paths of the sessions in the folder, and the data sets.
func (c *catalogue) walkFolder(ctx context.Context) (names []string, data []choice, err error) {
	w := &walk{c: c, ctx: ctx}
	err = w.directory(".", 0)
	return w.sessions, w.data, err
}

// trashFolders returns the paths of the folders that have a trash.
func (c *catalogue) trashFolders(ctx context.Context) ([]string, error) {
	w := &walk{c: c, ctx: ctx}
	err := w.directory(".", 0)
	for i, dir := range w.trash {
		w.trash[i] = filepath.Join(c.root.Name(), filepath.FromSlash(dir))
	}
	return w.trash, err
}

// cachedItem is a session as last read.
type cachedItem struct {
	state string // state of its files, see stateOf
	item  list.Item
	at    time.Time     // time of the reading
	took  time.Duration // duration of the reading
}

// isStale reports whether a session may be read again. Reading takes at most a tenth of the time.
func (s cachedItem) isStale() bool { return time.Since(s.at) > 10*s.took }

// Limits on the depth, the size and the frequency of reading the folder.
const (
	maxDepth     = 4
	maxEntries   = 5000
	listInterval = 2 * time.Second
)

// The kinds of choices; an ID begins with its kind.
const (
	aSession = "session"
	aFile    = "data"
	aBuiltin = "built-in"
)

// choices returns what can be opened: sessions, newest first, then data sets and built-in sets.
// All clients share one list, which is at most listInterval old.
func (c *catalogue) choices(ctx context.Context) ([]choice, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listed != nil && time.Since(c.listedAt) < listInterval {
		return c.listed, nil
	}
	names, data, err := c.walkFolder(ctx)
	if err != nil {
		return nil, err
	}
	list := append(c.sessionChoices(names), data...)
	for _, b := range builtin.Sets() {
		list = append(list, choice{ID: aBuiltin + ":" + b.Name, Name: clean.Of(b.Name), Detail: clean.Of(b.Doc)})
	}
	c.listed, c.listedAt = list, time.Now()
	return list, nil
}

// walk is one traversal of the folder.
type walk struct {
	c        *catalogue
	ctx      context.Context
	entries  int
	sessions []string // paths relative to the folder
	data     []choice
	trash    []string // folders that have a trash, relative to the folder
}

// directory adds the contents of a directory, recursively to maxDepth. It ignores errors,
// except those of the folder itself.
func (w *walk) directory(dir string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := fs.ReadDir(w.c.root.FS(), dir)
	if err != nil {
		if depth == 0 {
			return err
		}
		return nil
	}
	var inside []string
	kinds := map[string]int{}
	for _, e := range entries {
		if e.Name() == manage.Trash {
			w.trash = append(w.trash, dir)
		}
		if w.entries++; w.entries > maxEntries || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := path.Join(dir, e.Name())
		info, err := w.c.root.Stat(name) // fails for links that lead outside the folder
		switch {
		case err != nil:
		case info.IsDir() && w.isSession(name):
			if e.IsDir() {
				w.sessions = append(w.sessions, name)
			}
		case info.IsDir():
			inside = append(inside, name)
		case info.Mode().IsRegular():
			what, byFolder := datasets.Recognise(name)
			if byFolder {
				kinds[what]++
			} else if what != "" && !model.Is(w.c.root.FS(), name) {
				w.add(name, clean.Of(what))
			}
		}
	}
	for _, what := range []string{"a WAV file", "a FLAC file", "an image"} {
		if n := kinds[what]; n > 0 {
			_, noun, _ := strings.Cut(what, " ")
			if n > 1 {
				noun += "s"
			}
			w.add(dir, clean.Sprintf("a folder of %d %s", n, noun))
			break
		}
	}
	if depth < maxDepth {
		for _, name := range inside {
			if err := w.directory(name, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds a data set.
func (w *walk) add(name string, what clean.Text) {
	w.data = append(w.data, choice{ID: aFile + ":" + name, Name: clean.Of(name), Detail: what})
}

// isSession reports whether a directory is a session.
func (w *walk) isSession(name string) bool {
	if path.Ext(name) == sessions.Ext {
		return true
	}
	_, err := w.c.root.Lstat(path.Join(name, "session.json"))
	return err == nil
}

// sessionChoices returns the list lines of sessions, newest first. Sessions with unchanged
// files are not read again.
func (c *catalogue) sessionChoices(names []string) []choice {
	read := map[string]cachedItem{}
	var items []list.Item
	for _, name := range names {
		state := c.stateOf(name)
		was, ok := c.cache[name]
		moving := was.item.Status == record.Running || was.item.Status == record.Paused
		if !ok || (was.state != state || moving) && was.isStale() {
			start := time.Now()
			item := c.item(name)
			was = cachedItem{state, item, start, time.Since(start)}
		}
		read[name] = was
		items = append(items, was.item)
	}
	c.cache = read
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return items[b].Created.Compare(items[a].Created) })
	var list []choice
	for _, i := range order {
		list = append(list, choice{ID: aSession + ":" + names[i], Name: clean.Of(names[i]), Detail: detailOf(items[i], c.root.Name())})
	}
	return list
}

// item returns a session's list item, with an error if the session contains links.
func (c *catalogue) item(name string) list.Item {
	if err := c.withoutLinks(name); err != nil {
		return list.Item{Err: err}
	}
	return list.ItemAt(store.Beneath(c.root, filepath.FromSlash(name)))
}

// stateOf returns a text that changes whenever a session's files do.
func (c *catalogue) stateOf(name string) string {
	var b strings.Builder
	for _, sub := range []string{"plan", "journal", "points"} {
		if info, err := c.root.Stat(path.Join(name, sub)); err == nil {
			fmt.Fprint(&b, info.ModTime().UnixNano(), " ")
		}
	}
	journals, err := fs.ReadDir(c.root.FS(), path.Join(name, "journal"))
	if err != nil {
		return b.String()
	}
	for _, j := range journals {
		if info, err := j.Info(); err == nil {
			fmt.Fprint(&b, info.Size(), " ")
		}
	}
	return b.String()
}

// detailOf returns the description of a session in the list.
func detailOf(it list.Item, folder string) clean.Text {
	if it.Err != nil {
		return clean.Of(relativePathError{it.Err, folder}.Error())
	}
	text := clean.Sprintf("%s  %d of %d fits", it.Status, it.Points, it.Planned)
	if it.Failed > 0 {
		text += clean.Sprintf(", %d failed", it.Failed)
	}
	if it.Host != "" {
		text += ", on " + clean.Of(it.Host)
	}
	for _, star := range it.Stars {
		text += clean.Sprintf("  best %s %s", measure.ObjectiveName(it.Objective), star.Score)
		if star.Label != "" {
			text += " at " + clean.Exponents(star.Label)
		}
	}
	return text
}

// withoutLinks returns an error if a session contains links, because its files are opened by
// name.
func (c *catalogue) withoutLinks(name string) error {
	return fs.WalkDir(c.root.FS(), name, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link: served sessions must not contain links", message.Clean(p))
		}
		return err
	})
}

// find returns the path of the choice with an ID, or its name if it is built in.
func (c *catalogue) find(id string) (string, error) {
	what, name, _ := strings.Cut(id, ":")
	if what == aBuiltin {
		return name, nil
	}
	if !fs.ValidPath(name) {
		return "", sandbox.ErrOutside
	}
	info, err := c.root.Stat(name)
	if err != nil {
		return "", err
	}
	switch {
	case what == aSession && info.IsDir():
		err = c.withoutLinks(name)
	case what == aFile:
	default:
		err = fmt.Errorf("%s no longer exists", message.Clean(name))
	}
	return filepath.Join(c.root.Name(), filepath.FromSlash(name)), err
}
