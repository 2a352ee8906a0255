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
	"example.com/sfatui/sessions/jobs"
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

// target is a verified session in its folder.
type target struct {
	path   string
	folder *os.Root
	name   string // in the folder
	info   fs.FileInfo
}

// verifiedSession verifies that a session is at a path, and that no process
// computes it.
func verifiedSession(ctx context.Context, path string, slurm *jobs.Slurm) (*target, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	t := &target{path: path, folder: folder, name: filepath.Base(path)}
	if t.info, err = folder.Lstat(t.name); err == nil {
		err = t.verify(ctx, slurm)
	}
	if err != nil {
		folder.Close()
		return nil, err
	}
	return t, nil
}

// verify returns an error for anything that is not a session, or in use.
func (t *target) verify(ctx context.Context, slurm *jobs.Slurm) error {
	if t.info.Mode()&fs.ModeSymlink != 0 {
		return message.Usagef("%s is a link: name the session that it leads to", message.Clean(t.path))
	}
	s, err := sessions.Open(t.path)
	if err != nil {
		return fmt.Errorf("nothing was moved: %w", err)
	}
	if t.info.Mode().IsRegular() { // a packed session
		return nil
	}
	if err := s.Processes().Free(s.State(), time.Now()); err != nil {
		return err
	}
	return jobs.Free(ctx, s, slurm, time.Now())
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

// Remove moves the session at a path into the trash next to it, where [Undo]
// finds it. It returns a *[sessions.BusyError] or a *[jobs.AwaitedError] while
// the session is computed or its tasks wait.
func Remove(ctx context.Context, path string, slurm *jobs.Slurm, now time.Time) (Trashed, error) {
	t, err := verifiedSession(ctx, path, slurm)
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
func Delete(ctx context.Context, path string, slurm *jobs.Slurm, now time.Time) error {
	t, err := Remove(ctx, path, slurm, now)
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
		return fmt.Errorf("what is left of it lies in %s: %w", message.Clean(t.Path), err)
	}
	return nil
}

// Empty deletes the contents of a folder's trash permanently, and returns the
// number of sessions.
func Empty(folder string) (int, error) {
	all, err := In(folder)
	for i, t := range all {
		if err := t.delete(); err != nil {
			return i, err
		}
	}
	return len(all), err
}

// In returns the sessions in the trash of a folder, the latest first; none
// without a trash.
func In(folder string) ([]Trashed, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(filepath.Join(folder, Trash))
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
	slices.SortStableFunc(out, func(a, b Trashed) int { return b.At.Compare(a.At) })
	return out, err
}

// Undo moves a session from the trash to its original path. It returns
// fs.ErrExist if something has taken that place.
func Undo(t Trashed) error {
	folder, err := os.OpenRoot(filepath.Dir(t.From))
	if err != nil {
		return err
	}
	defer folder.Close()
	return move(folder, filepath.Join(Trash, filepath.Base(t.Path)), filepath.Base(t.From), t.From)
}

// Move renames the session at a path, and returns the new path. to is a path,
// or a folder for the session. It returns the errors of [Remove], and an error
// for another file system.
func Move(ctx context.Context, path, to string, slurm *jobs.Slurm) (string, error) {
	t, err := verifiedSession(ctx, path, slurm)
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

// destination returns the new path of a session. It appends the extension of
// sessions if that is missing, so that the session is still listed.
func destination(t *target, to string) (string, error) {
	to, err := filepath.Abs(to)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(to); err == nil && info.IsDir() && !store.Exists(filepath.Join(to, store.HeaderName)) {
		return filepath.Join(to, t.name), nil
	}
	if filepath.Ext(t.name) == sessions.Ext && filepath.Ext(to) != sessions.Ext {
		to += sessions.Ext
	}
	if strings.HasPrefix(filepath.Base(to), ".") {
		return "", message.Usagef("%s begins with a dot, and would not be listed: take another name", message.Clean(filepath.Base(to)))
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
	return fmt.Errorf("%s is there already: move that first, or take another name: %w", message.Clean(path), fs.ErrExist)
}
