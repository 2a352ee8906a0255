package serve

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page/home"
)

// homeOf is the folder of a server as home looks at it, for the holder of a key.
type homeOf struct {
	*Server
	key Key
}

var _ home.Source = homeOf{}

// Sessions are those in the folder, the newest first, as far as a glance tells.
func (h homeOf) Sessions(ctx context.Context) ([]sessions.Item, error) {
	names, _, err := h.catalogue.walked(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]sessions.Item, len(names))
	for i, name := range names {
		if items[i] = sessions.Glance(store.Beneath(h.c.Root, filepath.FromSlash(name))); items[i].Err == nil {
			items[i].Err = h.catalogue.withoutLinks(name)
		}
		items[i].Err = h.below(items[i].Err)
	}
	slices.SortStableFunc(items, sessions.NewestFirst)
	return items, nil
}

// name is the path of a session in the folder.
func (h homeOf) name(dir string) string {
	name, err := filepath.Rel(h.c.Root.Name(), dir)
	if err != nil {
		return "" // which no session has
	}
	return filepath.ToSlash(name)
}

// Where is the path of a session in the folder.
func (h homeOf) Where(it *sessions.Item) clean.Text { return clean.Of(h.name(it.Dir)) }

// Stamp changes whenever the files of a session do.
func (h homeOf) Stamp(dir string) string {
	name := h.name(dir)
	folder, err := fs.Sub(h.c.Root.FS(), path.Dir(name))
	if err != nil {
		return ""
	}
	return home.Stamp(folder, path.Base(name))
}

// Fill reads the rest of a session, unless another client has.
func (h homeOf) Fill(it *sessions.Item) {
	if err := h.catalogue.withoutLinks(h.name(it.Dir)); err != nil {
		it.Err = err
		return
	}
	it.Fill(store.In(h.c.Root, it.Dir), h.kept)
	it.Err = h.below(it.Err)
	h.queue.Note(store.In(h.c.Root, it.Dir), it)
}

// Open opens a session in the folder.
func (h homeOf) Open(dir string) (*sessions.Session, error) {
	_, dir, err := h.catalogue.find(aSession + ":" + h.name(dir))
	if err != nil {
		return nil, h.below(err)
	}
	s, err := sessions.OpenAt(store.In(h.c.Root, dir))
	return s, h.below(err)
}

// Proposed is the sweep that the server was told.
func (h homeOf) Proposed() sweep.Spec { return h.c.Spec }

// Data is what lies in the folder, and the built-in sets, read as the server was told.
func (h homeOf) Data(ctx context.Context) ([]home.Datum, error) {
	_, found, err := h.catalogue.walked(ctx)
	if err != nil {
		return nil, err
	}
	var list []home.Datum
	for _, c := range found {
		d := home.Datum{Name: c.Name, Facts: c.Detail, Disk: &confine.Disk{Root: h.c.Root}}
		d.Options.Paths = []string{filepath.Join(h.c.Root.Name(), filepath.FromSlash(strings.TrimPrefix(c.ID, aFile+":")))}
		list = append(list, d)
	}
	list = append(list, home.BuiltIn()...)
	for i := range list {
		paths := list[i].Options.Paths
		list[i].Options, list[i].Spec = h.c.Data, h.c.Spec
		list[i].Options.Paths = paths
		if !h.permissions.isOwner(h.key) {
			list[i].Note = "" // only the owner begins a sweep
		}
	}
	return list, nil
}

// belowError is an error whose text gives paths as they are below the folder that is
// served: where that lies is nothing to those who look on.
type belowError struct {
	error
	folder string
}

func (e belowError) Error() string {
	return strings.ReplaceAll(e.error.Error(), message.Clean(e.folder)+string(filepath.Separator), "")
}

func (e belowError) Unwrap() error { return e.error }

// below hides in an error where the server's folder is.
func (s *Server) below(err error) error {
	if err == nil {
		return nil
	}
	return belowError{err, s.c.Root.Name()}
}
