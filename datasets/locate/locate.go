package locate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// namesBeside returns the names that a missing path may have meant: built-in
// sets, and the entries of its folder; none for a pattern.
func (l *Locator) namesBeside(path string) []string {
	if isPattern(path) {
		return nil
	}
	names := slices.Clone(l.Builtins)
	dir := filepath.Dir(path)
	entries, err := l.Disk.ReadDir(dir)
	if err != nil {
		return names
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

// missingPathHint returns a hint for a missing path.
func (l *Locator) missingPathHint(path string) string {
	if question := message.Question(path, l.namesBeside(path), nil); question != "" {
		return "; " + question
	}
	switch {
	case path == "-":
		return ": data through a pipe is not read; write it to a file"
	case strings.Contains(path, "://"):
		return ": download it first"
	case isPattern(path):
		return ": no file is of that pattern"
	}
	return " (there are " + strings.Join(message.Suggestions(l.Builtins, path), ", ") + ")"
}

// isPattern reports whether a path has signs of a pattern.
func isPattern(path string) bool { return strings.ContainsAny(path, "*?[") }

// Matches returns the paths that a pattern such as "runs/*.csv" stands for, as a
// shell would: sorted by name, and without hidden ones. A path that exists
// stands for itself, whatever signs its name has. It returns nil for no match.
func Matches(disk sandbox.Disk, path string) []string {
	if _, err := disk.Stat(path); err == nil {
		return []string{path}
	}
	dir, name := filepath.Split(path)
	if !isPattern(path) || name == "" {
		return nil
	}
	var found []string
	for _, dir := range Matches(disk, filepath.Clean(dir)) {
		entries, _ := disk.ReadDir(dir)
		for _, e := range entries {
			hidden := strings.HasPrefix(e.Name(), ".") && name[0] != '.'
			if ok, err := filepath.Match(name, e.Name()); ok && err == nil && !hidden {
				found = append(found, filepath.Join(dir, e.Name()))
			}
		}
	}
	return found
}

// Root returns the folder that a pattern begins with; of any other path itself.
func Root(disk sandbox.Disk, path string) string {
	for isPattern(path) {
		if _, err := disk.Stat(path); err == nil {
			break
		}
		path = filepath.Dir(path)
	}
	return path
}

// Locate finds the files of paths, in their order and, within a directory or a
// pattern, sorted by name.
func (l *Locator) Locate(paths []string, held bool) error {
	var named []string
	for _, path := range paths {
		if found := Matches(l.Disk, path); found != nil {
			named = append(named, found...)
		} else {
			named = append(named, path)
		}
	}
	for _, path := range named {
		info, err := l.Disk.Stat(path)
		switch {
		case path == "":
			return message.Usagef("the name of a file is empty: write a path, or the name of a built-in set (sfatui datasets lists them)")
		case errors.Is(err, fs.ErrNotExist) && held:
			return message.Mistaken(message.Usagef("--test-data %s: there is no such file or directory", message.Clean(path)), path, l.namesBeside(path))
		case errors.Is(err, fs.ErrNotExist):
			return message.Mistaken(message.Usagef("%s: there is no such file or directory, and no built-in set of that name%s",
				message.Clean(path), l.missingPathHint(path)), path, l.namesBeside(path))
		case err != nil:
			return fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
		}
		if info.IsDir() {
			err = l.directory(path, held)
		} else {
			err = l.file(path, info, held)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file adds a file that was named.
func (l *Locator) file(path string, info fs.FileInfo, held bool) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file: copy it to a file first", message.Clean(path))
	}
	how := l.Formats.Match(path, nil)
	if how != nil {
		if err := l.misnamedError(path, how); err != nil {
			return err
		}
	} else {
		var err error
		if how, err = l.byContent(path); err != nil {
			return err
		}
	}
	if ext := filepath.Ext(path); how == nil && ext == "" {
		return fmt.Errorf("%s is not a table of numbers, and has no extension that identifies its format: %s; rename it", message.Clean(path), l.supported())
	} else if how == nil {
		return fmt.Errorf("%s is not a table of numbers: %s, not %s", message.Clean(path), l.supported(), message.Clean(ext))
	}
	if how.Manifest && l.Name == nil {
		if m, err := readManifest(l.Disk, path, true); m != nil || err != nil {
			return l.manifest(m, err, held)
		}
	}
	return l.addNamed(format.File{Path: path, Size: info.Size(), Format: how, Held: held})
}

// Located returns the files found, without those that are read together with
// another.
func (l *Locator) Located() ([]format.File, error) {
	for _, f := range l.foundTests {
		if err := l.addNamed(f); err != nil {
			return nil, err
		}
	}
	labelFolders(l.files)
	var files []format.File
	for _, f := range l.files {
		if !l.isCompanion(f) {
			files = append(files, f)
		}
	}
	return files, nil
}

// isCompanion reports whether a file is read together with another of the
// files.
func (l *Locator) isCompanion(f format.File) bool {
	return slices.ContainsFunc(l.files, func(other format.File) bool {
		companion := other.Format.Companion
		return companion != nil && other.Path != f.Path && filepath.Clean(companion(l.Disk, other.Path)) == filepath.Clean(f.Path)
	})
}

// misnamedError returns an error for a file that is named as a text or an image
// but begins like a file type that is not read, such as a workbook.
func (l *Locator) misnamedError(path string, how *format.Format) error {
	if how.Looks == nil && how.Kind != data.Images {
		return nil
	}
	f, err := l.Disk.Open(path)
	if err != nil {
		return nil // the error is reported when the file is read
	}
	defer f.Close()
	var head [4096]byte
	n, _ := io.ReadFull(f, head[:])
	if isUnsupported(head[:n]) {
		return refuse(path, head[:n])
	}
	return refuseSignals(l.Disk, path, head[:n])
}
