package serve

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page/home"
)

// clientHome is the served folder as the source of the home page, for the holder of a key.
type clientHome struct {
	server *Server
	key    Key
}

var _ home.Source = clientHome{}

// Sessions returns the sessions in the folder, newest first, with only the fields that a glance
// reads.
func (h clientHome) Sessions(ctx context.Context) ([]list.Item, error) {
	names, _, err := h.server.catalogue.walkFolder(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]list.Item, len(names))
	for i, name := range names {
		if items[i] = list.Glance(store.Beneath(h.server.c.Root, filepath.FromSlash(name))); items[i].Err == nil {
			items[i].Err = h.server.catalogue.withoutLinks(name)
		}
		items[i].Err = h.server.hideFolder(items[i].Err)
	}
	slices.SortStableFunc(items, list.NewestFirst)
	return items, nil
}

// name returns the path of a session relative to the folder.
func (h clientHome) name(dir string) string {
	name, err := filepath.Rel(h.server.c.Root.Name(), dir)
	if err != nil {
		return "" // no session has this name
	}
	return filepath.ToSlash(name)
}

// Where returns the path of a session relative to the folder.
func (h clientHome) Where(it *list.Item) clean.Text { return clean.Of(h.name(it.Dir)) }

// Stamp returns a text that changes whenever the files of a session do.
func (h clientHome) Stamp(dir string) string {
	name := h.name(dir)
	folder, err := fs.Sub(h.server.c.Root.FS(), path.Dir(name))
	if err != nil {
		return ""
	}
	return home.Stamp(folder, path.Base(name))
}

// Fill reads the rest of a session, unless another client has read it.
func (h clientHome) Fill(it *list.Item) {
	if err := h.server.catalogue.withoutLinks(h.name(it.Dir)); err != nil {
		it.Err = err
		return
	}
	it.Fill(store.In(h.server.c.Root, it.Dir), h.server.listCache)
	it.Err = h.server.hideFolder(it.Err)
	h.server.queue.Note(store.In(h.server.c.Root, it.Dir), it)
}

// Open opens a session in the folder.
func (h clientHome) Open(dir string) (*sessions.Session, error) {
	dir, err := h.server.catalogue.find(aSession + ":" + h.name(dir))
	if err != nil {
		return nil, h.server.hideFolder(err)
	}
	s, err := sessions.OpenAt(store.In(h.server.c.Root, dir))
	return s, h.server.hideFolder(err)
}

// Proposed returns the server's initial specification of a sweep.
func (h clientHome) Proposed() sweep.Spec { return h.server.c.Spec }

// Data returns the data sets in the folder and the built-in ones, with the server's options.
func (h clientHome) Data(ctx context.Context) ([]home.Datum, error) {
	_, found, err := h.server.catalogue.walkFolder(ctx)
	if err != nil {
		return nil, err
	}
	var list []home.Datum
	for _, c := range found {
		d := home.Datum{Name: c.Name, Facts: c.Detail, Disk: &sandbox.Disk{Root: h.server.c.Root}}
		d.Options.Paths = []string{filepath.Join(h.server.c.Root.Name(), filepath.FromSlash(strings.TrimPrefix(c.ID, aFile+":")))}
		list = append(list, d)
	}
	list = append(list, home.BuiltIn()...)
	for i := range list {
		paths := list[i].Options.Paths
		list[i].Options, list[i].Spec = h.server.c.Data, h.server.c.Spec
		list[i].Options.Paths = paths
		if !h.server.permissions.isOwner(h.key) {
			list[i].Note = "" // only the owner starts sweeps
		}
	}
	return list, nil
}

// relativePathError is an error whose text contains paths relative to the served folder, so
// that its location stays hidden from clients.
type relativePathError struct {
	error
	folder string
}

// Error returns the text with the folder's path removed.
func (e relativePathError) Error() string {
	return strings.ReplaceAll(e.error.Error(), message.Clean(e.folder)+string(filepath.Separator), "")
}

// Unwrap returns the original error.
func (e relativePathError) Unwrap() error { return e.error }

// hideFolder returns err with the folder's path removed from its text; nil for nil.
func (s *Server) hideFolder(err error) error {
	if err == nil {
		return nil
	}
	return relativePathError{err, s.c.Root.Name()}
}
