package locate

import (
	"errors"
	"example.com/sfatui/datasets/suggest"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Locator turns the user's paths into files.
type Locator struct {
	Disk     confine.Disk
	Formats  format.List
	Builtins []string       // names that are no files
	Columns  format.Columns // that flags name
	Tests    bool           // test data is named
	files    []format.File
	Notes    []string
	Seen     map[string]string // the path given, by the file's true path
	later    []format.File     // test data found among the other, to come last
	Listed   []*manifest
	Name     *NamePattern // nil without
}

// note adds a remark for the user.
func (l *Locator) note(format string, args ...any) {
	l.Notes = append(l.Notes, fmt.Sprintf(format, args...))
}

// namesBeside are the names that a path that is not there may stand for: built-in sets, and
// what is in its folder.
func (l *Locator) namesBeside(path string) []string {
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

// instead says what there is instead of a path.
func (l *Locator) instead(path string) string {
	if question := suggest.Question(path, l.namesBeside(path), nil); question != "" {
		return "; " + question
	}
	return " (there are " + strings.Join(message.Suggestions(l.Builtins, path), ", ") + ")"
}

// Locate finds the files of paths, in their order and, in a directory, sorted
// by name.
func (l *Locator) Locate(paths []string, held bool) error {
	for _, path := range paths {
		info, err := l.Disk.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && held:
			return message.Usagef("--test-data %s: there is no such file or directory", message.Clean(path))
		case errors.Is(err, fs.ErrNotExist):
			return suggest.Mistaken(message.Usagef("%s: there is no such file or directory, and no built-in set of that name%s",
				message.Clean(path), l.instead(path)), path, l.namesBeside(path))
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
		if err := l.misnamed(path, how); err != nil {
			return err
		}
	} else {
		var err error
		if how, err = l.byContent(path); err != nil {
			return err
		}
	}
	if ext := filepath.Ext(path); how == nil && ext == "" {
		return fmt.Errorf("%s is no table of numbers, and has no extension to tell what it is: %s; rename it", message.Clean(path), l.supported())
	} else if how == nil {
		return fmt.Errorf("%s is no table of numbers: %s, not %s", message.Clean(path), l.supported(), message.Clean(ext))
	}
	if how.Manifest && l.Name == nil {
		if m, err := readManifest(l.Disk, path, true); m != nil || err != nil {
			return l.manifest(m, err, held)
		}
	}
	return l.addNamed(format.File{Path: path, Size: info.Size(), Format: how, Held: held})
}

// byContent is the format that the first bytes of a file tell, nil for none: a
// file without an extension, or with an unknown one.
func (l *Locator) byContent(path string) (*format.Format, error) {
	head, err := format.Head(l.Disk, path)
	if err != nil {
		return nil, err
	}
	if f := l.Formats.Match(path, head); f != nil {
		return f, nil
	}
	return nil, refuse(path, head)
}

// supported says what is read, for messages.
func (l *Locator) supported() string {
	return "sfatui reads " + l.Formats.Describe() + " and directories of such files"
}

// addNamed adds a file with the fields that --name reads off its name.
func (l *Locator) addNamed(f format.File) error {
	if l.Name != nil {
		base := f.Base()
		ext := extension(base)
		var err error
		if f.Fields, err = l.Name.Match(strings.TrimSuffix(base, ext), ext); err != nil {
			return err
		}
	}
	if f.Format.Folder {
		f = imageFile(f)
	}
	return l.add(f)
}

// add keeps a file, once.
func (l *Locator) add(f format.File) error {
	path := f.Path
	if f.Members != nil {
		path = f.Members[0].Path
	}
	real, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("cannot find %s: %w", message.Clean(path), message.Reason(err))
	}
	if r, err := filepath.EvalSymlinks(real); err == nil {
		real = r
	}
	if before, ok := l.Seen[real]; ok {
		return message.Usagef("%s is given twice (also as %s): name each file once", message.Clean(path), message.Clean(before))
	}
	l.Seen[real] = path
	if len(l.files) > 0 && l.files[0].Format.Kind != f.Format.Kind {
		return message.Usagef("%s and %s cannot be read together: the one is %v, the other %v",
			message.Clean(l.files[0].Path), message.Clean(f.Path), l.files[0].Format.Kind, f.Format.Kind)
	}
	if last := len(l.files) - 1; last >= 0 && takesImage(&l.files[last], f) {
		l.files[last].Members = append(l.files[last].Members, f.Members...)
		l.files[last].Size += f.Size
		return nil
	}
	l.files = append(l.files, f)
	return nil
}

// Located are the files found, without those that are read with another.
func (l *Locator) Located() ([]format.File, error) {
	for _, f := range l.later {
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

// isCompanion reports whether a file is read with another of the files.
func (l *Locator) isCompanion(f format.File) bool {
	return slices.ContainsFunc(l.files, func(other format.File) bool {
		companion := other.Format.Companion
		return companion != nil && other.Path != f.Path && filepath.Clean(companion(l.Disk, other.Path)) == filepath.Clean(f.Path)
	})
}

// sortOf is what a directory's entry is: a file by its extension, or why it is
// not one to read.
func sortOf(name string, info fs.FileInfo, err error) string {
	switch {
	case err != nil:
		return "unreadable file"
	case info.IsDir():
		return "directory"
	case strings.HasPrefix(name, "."):
		return "hidden file"
	case !info.Mode().IsRegular():
		return "special file"
	}
	return strings.ToLower(message.Clean(filepath.Ext(name)))
}

// contents tells by their sort what entries a directory holds.
func contents(sorts map[string]int) string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(sorts)) {
		n := sorts[what]
		switch {
		case what == "":
			parts = append(parts, fmt.Sprintf("%d without extension", n))
		case what[0] == '.':
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		default:
			parts = append(parts, message.Counted(n, what))
		}
	}
	if parts == nil {
		return "nothing"
	}
	return message.List(parts)
}
