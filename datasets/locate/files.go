package locate

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// Locator resolves the user's paths to files.
type Locator struct {
	Disk       sandbox.Disk
	Formats    format.List
	Builtins   []string       // names of built-in sets
	Columns    format.Columns // columns that flags name
	Tests      bool           // the user named test data
	files      []format.File
	Notes      []string
	RealPaths  map[string]string // the given path, by the file's real path
	foundTests []format.File     // test data found among the other files, to be added last
	Listed     []*manifest
	Name       *NamePattern // nil without
}

// note adds a remark for the user.
func (l *Locator) note(format string, args ...any) {
	l.Notes = append(l.Notes, fmt.Sprintf(format, args...))
}

// byContent returns the format of a file from its first bytes, or nil, for a
// file without an extension or with an unknown one. It returns an error for a
// known file type that is not read.
func (l *Locator) byContent(path string) (*format.Format, error) {
	head, err := format.Head(l.Disk, path)
	if err != nil {
		return nil, err
	}
	if f := l.Formats.Match(path, head); f != nil && !isOtherType(f, head) {
		return f, nil
	}
	return nil, refuse(path, head)
}

// isOtherType reports whether a file that matches a format begins like a file
// type that is not read. It also checks types that share the format's magic
// bytes, such as RIFF for sound.
func isOtherType(f *format.Format, head []byte) bool {
	if f.Looks != nil {
		return isUnsupported(head)
	}
	for _, begin := range begins {
		if begin.Match(head) {
			return true
		}
	}
	return false
}

// supported returns what can be read, for messages.
func (l *Locator) supported() string {
	return "sfatui reads " + l.Formats.Describe() + " and directories of such files"
}

// addNamed adds a file with the fields that --name extracts from its name.
func (l *Locator) addNamed(f format.File) error {
	if f.Size == 0 && f.Format.Kind != data.Table {
		return fmt.Errorf("%s is empty: fetch or write it again, or leave it out", message.Clean(f.Path))
	}
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

// add adds a file, and returns an error if it was added before.
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
	if before, ok := l.RealPaths[real]; ok {
		return message.Usagef("%s is given twice (also as %s): name each file once", message.Clean(path), message.Clean(before))
	}
	l.RealPaths[real] = path
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

// entryType returns the type of a directory's entry: the extension of a file to
// read, or why it is not read.
func entryType(name string, info fs.FileInfo, err error) string {
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

// contents returns the entries of a directory counted by type, in words.
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
