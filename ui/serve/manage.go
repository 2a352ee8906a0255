package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/manage"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page/home"
)

var _ home.Manager = clientHome{}

// manager returns the manager of the served folder, which no link leads out of.
func (h clientHome) manager() manage.Manager { return manage.Manager{Root: h.server.c.Root} }

// Off returns why the client may not change a session, "" for the owner and for own forks.
func (h clientHome) Off(dir string) clean.Text { return h.server.permissions.denied(h.key, dir) }

// movable returns the reason why the client may not move a session; nil if that is permitted.
func (h clientHome) movable(dir string) error {
	if why := h.Off(dir); why != "" {
		return errors.New(string(why))
	}
	if err := h.server.catalogue.withoutLinks(h.name(dir)); err != nil {
		return h.server.hideFolder(err)
	}
	if _, _, followers := h.server.relay.status(dir); followers > 0 {
		return fmt.Errorf("it is open on %s: close it there first", message.Counted(followers, "screen"))
	}
	return nil
}

// Remove moves a session into the trash.
func (h clientHome) Remove(ctx context.Context, dir string) error {
	if err := h.movable(dir); err != nil {
		return err
	}
	if _, err := h.manager().Remove(ctx, dir, time.Now()); err != nil {
		return h.server.hideFolder(err)
	}
	h.server.log.printf("%s: moved %s to the trash", h.key.Name(), dir)
	return nil
}

// Undo restores the session that was removed last, by whomever: only the owner may.
func (h clientHome) Undo(ctx context.Context) (string, error) {
	if !h.server.permissions.isOwner(h.key) {
		return "", fmt.Errorf("only the owner (%s) may restore sessions", h.server.permissions.ownerKey().Name())
	}
	folders, err := h.server.catalogue.trashFolders(ctx)
	if err != nil {
		return "", h.server.hideFolder(err)
	}
	from, err := h.manager().UndoLatest(folders...)
	if err != nil {
		return "", h.server.hideFolder(err)
	}
	h.server.log.printf("%s: restored %s", h.key.Name(), from)
	return from, nil
}

// Rename gives a session another name in its folder. An own fork stays the client's.
func (h clientHome) Rename(ctx context.Context, dir, name string) (string, error) {
	if err := h.movable(dir); err != nil {
		return "", err
	}
	to, err := h.manager().Rename(ctx, dir, name)
	if err != nil {
		return "", h.server.hideFolder(err)
	}
	h.server.permissions.moveFork(dir, to)
	h.server.log.printf("%s: renamed %s to %s", h.key.Name(), dir, to)
	return to, nil
}

// Tag adds or removes tags of a session.
func (h clientHome) Tag(_ context.Context, dir string, words []string) ([]string, error) {
	if why := h.Off(dir); why != "" {
		return nil, errors.New(string(why))
	}
	s, err := h.Open(dir)
	if err != nil {
		return nil, err
	}
	tags, err := manage.Tag(s, words)
	return tags, h.server.hideFolder(err)
}
