package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// supported says what this version reads, for messages.
const supported = "this version reads tables with a header line (.csv .tsv .txt .dat), WAV files (.wav) and directories of WAV files"

// extensions are the kinds of file by the end of their name.
var extensions = map[string]kind{
	".csv": table, ".tsv": table, ".txt": table, ".dat": table, ".wav": sound,
}

// file is a file to read.
type file struct {
	path string
	size int64
	kind kind
	held bool
}

// locator turns the user's paths into files.
type locator struct {
	files []file
	notes []string
	seen  map[string]string // the path given, by the file's true path
}

// locate finds the files of paths, in their order and, in a directory, sorted
// by name.
func (l *locator) locate(paths []string, held bool) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && held:
			return usagef("--test-data %s: there is no such file or directory", Clean(path))
		case errors.Is(err, fs.ErrNotExist):
			return usagef("%s: there is no such file or directory, and no built-in set of that name (there are %s)",
				Clean(path), strings.Join(nearest(builtinNames(), path), ", "))
		case err != nil:
			return fmt.Errorf("cannot open %s: %w", Clean(path), reason(err))
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
func (l *locator) file(path string, info fs.FileInfo, held bool) error {
	ext := filepath.Ext(path)
	k, known := extensions[strings.ToLower(ext)]
	switch {
	case !known && ext == "":
		return fmt.Errorf("%s has no extension to tell what it is: %s; rename it", Clean(path), supported)
	case !known:
		return fmt.Errorf("%s: %s, not %s", Clean(path), supported, Clean(ext))
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: copy it to a file first", Clean(path))
	}
	return l.add(file{path, info.Size(), k, held})
}

// add keeps a file, once.
func (l *locator) add(f file) error {
	real, err := filepath.Abs(f.path)
	if err != nil {
		return fmt.Errorf("cannot find %s: %w", Clean(f.path), reason(err))
	}
	if r, err := filepath.EvalSymlinks(real); err == nil {
		real = r
	}
	if before, ok := l.seen[real]; ok {
		return usagef("%s is given twice (also as %s): name each file once", Clean(f.path), Clean(before))
	}
	l.seen[real] = f.path
	if len(l.files) > 0 && l.files[0].kind != f.kind {
		return usagef("%s and %s cannot be read together: one is a table, the other sound", Clean(l.files[0].path), Clean(f.path))
	}
	l.files = append(l.files, f)
	return nil
}

// sessionFile is in every directory that the program keeps a sweep in.
const sessionFile = "session.json"

// directory adds the WAV files of a directory; it does not descend.
func (l *locator) directory(path string, held bool) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("cannot read the directory %s: %w", Clean(path), reason(err))
	}
	others := map[string]int{}
	found, directories, session := 0, 0, false
	for _, e := range entries {
		name := filepath.Join(path, e.Name())
		info, err := os.Stat(name)
		what := sortOf(e.Name(), info, err)
		if what == ".wav" {
			found++
			if err := l.add(file{name, info.Size(), sound, held}); err != nil {
				return err
			}
			continue
		}
		others[what]++
		if what == "directory" {
			directories++
		}
		session = session || e.Name() == sessionFile
	}
	switch {
	case found == 0 && session:
		return fmt.Errorf("%s is a session: open it with sfatui open or resume", Clean(path))
	case found == 0:
		return fmt.Errorf("the directory %s holds no .wav file (it holds %s): %s", Clean(path), contents(others), supported)
	}
	var ignored []string
	if files := len(entries) - found - directories; files > 0 {
		ignored = append(ignored, counted(files, "other file"))
	}
	if directories > 0 {
		ignored = append(ignored, counted(directories, "directory"))
	}
	if ignored != nil {
		l.notes = append(l.notes, fmt.Sprintf("%s: %s ignored", Clean(path), strings.Join(ignored, " and ")))
	}
	return nil
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
	return strings.ToLower(Clean(filepath.Ext(name)))
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
			parts = append(parts, counted(n, what))
		}
	}
	if parts == nil {
		return "nothing"
	}
	return enumerate(parts)
}
