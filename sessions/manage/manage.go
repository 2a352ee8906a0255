package manage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Trash is the name of the folder that removed sessions are moved into, beside them.
const Trash = ".sfatui-trash"

// Trashed is a session in the trash.
type Trashed struct {
	Path string    // present path
	From string    // original path
	At   time.Time // time of removal, to the second
}

// stamp is the format of the time of removal in UTC, with which names in the
// trash begin.
const stamp = "20060102T150405Z"

// Manager moves sessions. The zero value moves those of any folder, and reads the queue of
// this machine's Slurm.
type Manager struct {
	// Root is the folder that no link may lead out of; nil for any place.
	Root *os.Root
}

// openFolder opens the folder of a session.
func (m Manager) openFolder(path string) (*os.Root, error) {
	if m.Root == nil {
		return os.OpenRoot(path)
	}
	name, err := filepath.Rel(m.Root.Name(), path)
	if err != nil {
		return nil, err
	}
	return m.Root.OpenRoot(name)
}

// target is a verified session in its folder.
type target struct {
	path   string
	folder *os.Root
	name   string // in the folder
	info   fs.FileInfo
}

// verifiedSession verifies that a session is at a path, and that no process
// computes it.
func (m Manager) verifiedSession(ctx context.Context, path string) (*target, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	folder, err := m.openFolder(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	t := &target{path: path, folder: folder, name: filepath.Base(path)}
	if t.info, err = folder.Lstat(t.name); err == nil {
		err = t.verify(ctx, m.Root)
	}
	if err != nil {
		folder.Close()
		return nil, err
	}
	return t, nil
}

// verify returns an error for anything that is not a session, or in use.
func (t *target) verify(ctx context.Context, root *os.Root) error {
	if t.info.Mode()&fs.ModeSymlink != 0 {
		return message.Usagef("%s is a link: name the session that it leads to", message.Clean(t.path))
	}
	s, err := sessions.OpenAt(store.In(root, t.path))
	if err != nil {
		return fmt.Errorf("nothing was moved: %w", err)
	}
	if t.info.Mode().IsRegular() { // a packed session
		return nil
	}
	if err := s.Processes().Free(s.State(), time.Now()); err != nil {
		return err
	}
	return jobs.Free(ctx, s, &jobs.Slurm{}, time.Now())
}

// checkUnchanged returns an error if something else has taken the session's
// place.
func (t *target) checkUnchanged() error {
	now, err := t.folder.Lstat(t.name)
	if err == nil && !os.SameFile(now, t.info) {
		err = fmt.Errorf("%s is no longer what it was a moment ago: nothing was moved", message.Clean(t.path))
	}
	return err
}

// Remove moves the session at a path into the trash next to it, where
// [Manager.Undo] finds it. It returns a *journal.BusyError or a *[jobs.AwaitedError] while
// the session is computed or its tasks wait.
func (m Manager) Remove(ctx context.Context, path string, now time.Time) (Trashed, error) {
	t, err := m.verifiedSession(ctx, path)
	if err != nil {
		return Trashed{}, err
	}
	defer t.folder.Close()
	return t.discard(now)
}

// discard moves a session into the trash.
func (t *target) discard(now time.Time) (Trashed, error) {
	if err := t.folder.Mkdir(Trash, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return Trashed{}, err
	}
	info, err := t.folder.Lstat(Trash)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", message.Clean(filepath.Join(filepath.Dir(t.path), Trash)))
	}
	if err == nil {
		err = t.checkUnchanged()
	}
	if err != nil {
		return Trashed{}, err
	}
	at := now.UTC().Truncate(time.Second)
	for ; ; at = at.Add(time.Second) { // a session of this name was removed in the same second
		name := filepath.Join(Trash, at.Format(stamp)+"-"+t.name)
		if _, err := t.folder.Lstat(name); err == nil {
			continue
		}
		if err := t.folder.Rename(t.name, name); err != nil {
			return Trashed{}, err
		}
		return Trashed{Path: filepath.Join(filepath.Dir(t.path), name), From: t.path, At: at}, nil
	}
}

// Delete deletes the session at a path permanently, by way of the trash, so
// that nothing that takes its place meanwhile is affected.
func (m Manager) Delete(ctx context.Context, path string, now time.Time) error {
	t, err := m.Remove(ctx, path, now)
	if err != nil {
		return err
	}
	return t.delete()
}

// delete deletes a session in the trash permanently.
func (t Trashed) delete() error {
	trash, err := os.OpenRoot(filepath.Dir(t.Path))
	if err != nil {
		return err
	}
	defer trash.Close()
	if err := trash.RemoveAll(filepath.Base(t.Path)); err != nil {
		return fmt.Errorf("its remaining files are in %s: %w", message.Clean(t.Path), err)
	}
	return nil
}

// Empty deletes the contents of a folder's trash permanently, and returns the
// number of sessions.
func Empty(folder string) (int, error) {
	all, err := Manager{}.In(folder)
	for i, t := range all {
		if err := t.delete(); err != nil {
			return i, err
		}
	}
	return len(all), err
}

// In returns the sessions in the trash of folders, the latest first; none
// without a trash.
func (m Manager) In(folders ...string) ([]Trashed, error) {
	var out []Trashed
	for _, folder := range folders {
		some, err := m.in(folder)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	slices.SortStableFunc(out, func(a, b Trashed) int { return b.At.Compare(a.At) })
	return out, nil
}

// in returns the sessions in the trash of a folder.
func (m Manager) in(folder string) ([]Trashed, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	in, err := m.openFolder(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	entries, err := fs.ReadDir(in.FS(), Trash)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	var out []Trashed
	for _, e := range entries {
		when, name, ok := strings.Cut(e.Name(), "-")
		at, timeErr := time.Parse(stamp, when)
		if ok && timeErr == nil && name != "" {
			out = append(out, Trashed{filepath.Join(folder, Trash, e.Name()), filepath.Join(folder, name), at})
		}
	}
	return out, err
}

// Named returns the session of the given name that was removed last, among
// sessions in the trash, the latest first. Without a name it returns the first.
func Named(all []Trashed, name string) (Trashed, error) {
	i := slices.IndexFunc(all, func(t Trashed) bool {
		base := filepath.Base(t.From)
		return name == "" || base == name || strings.TrimSuffix(base, sessions.Ext) == name
	})
	switch {
	case len(all) == 0:
		return Trashed{}, message.Usagef("the trash is empty")
	case i < 0:
		return Trashed{}, message.Usagef("no session %s is in the trash: sfatui undo --list lists its contents", message.Clean(name))
	}
	return all[i], nil
}

// Undo moves a session from the trash to its original path. It returns
// fs.ErrExist if something has taken that place.
func (m Manager) Undo(t Trashed) error {
	folder, err := m.openFolder(filepath.Dir(t.From))
	if err != nil {
		return err
	}
	defer folder.Close()
	return move(folder, filepath.Join(Trash, filepath.Base(t.Path)), filepath.Base(t.From), t.From)
}

// UndoLatest moves the session that was removed last from the trash of folders to its original
// path, and returns that path.
func (m Manager) UndoLatest(folders ...string) (string, error) {
	all, err := m.In(folders...)
	if err != nil {
		return "", err
	}
	t, err := Named(all, "")
	if err == nil {
		err = m.Undo(t)
	}
	return t.From, err
}

// Rename gives the session at a path another name in its folder, and returns
// the new path. It returns the errors of [Manager.Remove], and fs.ErrExist if
// the name is taken.
func (m Manager) Rename(ctx context.Context, path, name string) (string, error) {
	if name = strings.TrimSpace(name); !isPlain(name) {
		return "", message.Usagef("%q is not a name: write one without slashes; sfatui mv moves a session to another folder", message.Clean(name))
	}
	t, err := m.verifiedSession(ctx, path)
	if err != nil {
		return "", err
	}
	defer t.folder.Close()
	to, err := t.named(filepath.Join(filepath.Dir(t.path), name))
	if err == nil {
		err = t.checkUnchanged()
	}
	if err != nil {
		return "", err
	}
	return to, move(t.folder, t.name, filepath.Base(to), filepath.Base(to))
}

// isPlain reports whether a path is the name of a file, without a folder.
func isPlain(path string) bool {
	return path != "" && filepath.Base(path) == path && path != "." && path != ".." && !strings.ContainsRune(path, 0)
}

// Move renames the session at a path, and returns the new path. to is a path, a
// folder for the session, or a plain name in its present folder. Move returns
// the errors of [Manager.Remove], and an error for another file system.
func (m Manager) Move(ctx context.Context, path, to string) (string, error) {
	if isPlain(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	t, err := m.verifiedSession(ctx, path)
	if err != nil {
		return "", err
	}
	defer t.folder.Close()
	if to, err = destination(t, to); err != nil {
		return "", err
	}
	if err := t.checkUnchanged(); err != nil {
		return "", err
	}
	if filepath.Dir(to) == filepath.Dir(t.path) {
		return to, move(t.folder, t.name, filepath.Base(to), to)
	}
	if store.Exists(to) {
		return "", takenError(to)
	}
	err = os.Rename(t.path, to)
	if errors.Is(err, syscall.EXDEV) {
		err = fmt.Errorf("%s is on another file system: copy the session with cp -a, check the copy with sfatui check, and remove this one", message.Clean(filepath.Dir(to)))
	}
	return to, err
}

// destination returns the new path of a session.
func destination(t *target, to string) (string, error) {
	to, err := filepath.Abs(to)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(to); err == nil && info.IsDir() && !store.Exists(filepath.Join(to, store.HeaderName)) {
		return filepath.Join(to, t.name), nil
	}
	return t.named(to)
}

// named returns the new path of a session with the extension that it has now,
// so that it is still listed.
func (t *target) named(to string) (string, error) {
	for _, ext := range []string{archive.Ext, sessions.Ext} {
		if strings.HasSuffix(t.name, ext) {
			to = strings.TrimSuffix(to, ext) + ext
			break
		}
	}
	if strings.HasPrefix(filepath.Base(to), ".") {
		return "", message.Usagef("%s begins with a dot, and would not be listed: choose another name", message.Clean(filepath.Base(to)))
	}
	return to, nil
}

// move renames within a folder without overwriting; to is the full path, for
// messages.
func move(folder *os.Root, from, name, to string) error {
	if _, err := folder.Lstat(name); err == nil {
		return takenError(to)
	}
	return folder.Rename(from, name)
}

func takenError(path string) error {
	return fmt.Errorf("%s is there already: move that first, or choose another name: %w", message.Clean(path), fs.ErrExist)
}

// Tag adds words to the tags of a session, or removes those with a leading
// minus, and returns the resulting tags.
func Tag(s *sessions.Session, words []string) ([]string, error) {
	var tags record.Tags
	for _, word := range words {
		if taken, ok := strings.CutPrefix(word, "-"); ok {
			tags.Remove = append(tags.Remove, taken)
		} else {
			tags.Add = append(tags.Add, strings.TrimPrefix(word, "+"))
		}
	}
	st := s.State()
	if len(words) > 0 {
		for _, t := range slices.Concat(tags.Add, tags.Remove) {
			if err := record.CheckTag(t); err != nil {
				return nil, err
			}
		}
		records, err := s.Annotate(func(w *journal.Writer) error { return w.Record(record.KindTags, tags) })
		if err != nil {
			return nil, err
		}
		st = record.Fold(st, records)
	}
	return st.Tags, nil
}
