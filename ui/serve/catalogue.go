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
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
)

// catalogue lists the data sets and sessions in one folder, without those to which
// links lead outside of it.
type catalogue struct {
	root *os.Root

	mu       sync.Mutex
	listedAt time.Time // when the folder was read last
	listed   []choice
	cache    map[string]cachedItem // sessions by path in the folder
}

// choice is something in the folder that can be opened.
type choice struct {
	ID           string // its kind and its path in the folder
	Name, Detail clean.Text
}

// walked are the sessions in the folder by their paths in it, and the data.
func (c *catalogue) walked(ctx context.Context) (names []string, data []choice, err error) {
	w := &walk{c: c, ctx: ctx}
	err = w.directory(".", 0)
	return w.sessions, w.data, err
}

// cachedItem is a session as it was read last.
type cachedItem struct {
	state string // of its files
	item  sessions.Item
	at    time.Time     // when it was read
	took  time.Duration // to read it
}

// stale reports whether a session whose files change all the time is to be read
// again. Reading takes at most a tenth of the time.
func (s cachedItem) stale() bool { return time.Since(s.at) > 10*s.took }

// How deep and how often the folder is read.
const (
	maxDepth     = 4
	maxEntries   = 5000
	listInterval = 2 * time.Second
)

// The kinds of choices, with which an ID begins.
const (
	aSession = "session"
	aFile    = "data"
	aBuiltin = "built-in"
)

// choices lists what can be chosen: sessions first, the newest on top. All clients
// share one list.
func (c *catalogue) choices(ctx context.Context) ([]choice, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listed != nil && time.Since(c.listedAt) < listInterval {
		return c.listed, nil
	}
	names, data, err := c.walked(ctx)
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

// walk reads the folder.
type walk struct {
	c        *catalogue
	ctx      context.Context
	entries  int
	sessions []string // paths in the folder
	data     []choice
}

// directory reads a directory. It ignores errors, except those of the folder itself.
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
		if w.entries++; w.entries > maxEntries || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := path.Join(dir, e.Name())
		info, err := w.c.root.Stat(name) // of a link that leads out this fails
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

func (w *walk) add(name string, what clean.Text) {
	w.data = append(w.data, choice{ID: aFile + ":" + name, Name: clean.Of(name), Detail: what})
}

func (w *walk) isSession(name string) bool {
	if path.Ext(name) == sessions.Ext {
		return true
	}
	_, err := w.c.root.Lstat(path.Join(name, "session.json"))
	return err == nil
}

// sessionChoices are the lines of sessions. One whose files are as they were is
// not read again.
func (c *catalogue) sessionChoices(names []string) []choice {
	read := map[string]cachedItem{}
	var items []sessions.Item
	for _, name := range names {
		state := c.stateOf(name)
		was, ok := c.cache[name]
		moving := was.item.Status == record.Running || was.item.Status == record.Paused
		if !ok || (was.state != state || moving) && was.stale() {
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

// item reads a session for the list.
func (c *catalogue) item(name string) sessions.Item {
	if err := c.withoutLinks(name); err != nil {
		return sessions.Item{Err: err}
	}
	return sessions.ItemAt(store.Beneath(c.root, filepath.FromSlash(name)))
}

// stateOf changes whenever a session's files do.
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

// detailOf is what the list says of a session in a folder.
func detailOf(it sessions.Item, folder string) clean.Text {
	if it.Err != nil {
		return clean.Of(belowError{it.Err, folder}.Error())
	}
	text := clean.Sprintf("%s  %d of %d points", it.Status, it.Points, it.Planned)
	if it.Failed > 0 {
		text += clean.Sprintf(", %d failed", it.Failed)
	}
	if it.Host != "" {
		text += ", on " + clean.Of(it.Host)
	}
	if it.Best != nil {
		text += clean.Sprintf("  best %s %s", it.Objective, it.Best.Score)
		if it.Best.Label != "" {
			text += " at " + clean.Of(it.Best.Label)
		}
	}
	return text
}

// withoutLinks refuses a session that has links in it: its files are read by
// their names.
func (c *catalogue) withoutLinks(name string) error {
	return fs.WalkDir(c.root.FS(), name, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link: a session that is served has none", message.Clean(p))
		}
		return err
	})
}

// find returns the kind of the choice with an ID, and its path.
func (c *catalogue) find(id string) (what, file string, err error) {
	what, name, _ := strings.Cut(id, ":")
	if what == aBuiltin {
		return what, name, nil
	}
	if !fs.ValidPath(name) {
		return "", "", confine.ErrOutside
	}
	info, err := c.root.Stat(name)
	if err != nil {
		return "", "", err
	}
	switch {
	case what == aSession && info.IsDir():
		err = c.withoutLinks(name)
	case what == aFile:
	default:
		err = fmt.Errorf("%s is not there any more", message.Clean(name))
	}
	return what, filepath.Join(c.root.Name(), filepath.FromSlash(name)), err
}
