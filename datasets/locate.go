package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/message"
)

// locator turns the user's paths into files.
type locator struct {
	o      Options
	disk   confine.Disk
	files  []file
	notes  []string
	seen   map[string]string // the path given, by the file's true path
	later  []file            // test data found among the other, to come last
	listed []*manifest
	name   *namePattern // nil without
}

// note adds a remark for the user.
func (l *locator) note(format string, args ...any) {
	l.notes = append(l.notes, fmt.Sprintf(format, args...))
}

// locate finds the files of paths, in their order and, in a directory, sorted
// by name.
func (l *locator) locate(paths []string, held bool) error {
	for _, path := range paths {
		info, err := l.disk.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && held:
			return message.Usagef("--test-data %s: there is no such file or directory", message.Clean(path))
		case errors.Is(err, fs.ErrNotExist):
			return message.Usagef("%s: there is no such file or directory, and no built-in set of that name (there are %s)",
				message.Clean(path), strings.Join(message.Suggestions(builtinNames(), path), ", "))
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
func (l *locator) file(path string, info fs.FileInfo, held bool) error {
	ext := filepath.Ext(path)
	format := formatByName(path)
	if format == nil && info.Mode().IsRegular() {
		format = formatByContent(l.disk, path)
	}
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: copy it to a file first", message.Clean(path))
	case format == nil && unreadable[strings.ToLower(ext)] != "":
		return fmt.Errorf("%s: %s files are not read: %s", message.Clean(path), message.Clean(ext), unreadable[strings.ToLower(ext)])
	case format == nil && ext == "":
		return fmt.Errorf("%s has no extension to tell what it is: %s; rename it", message.Clean(path), supported)
	case format == nil:
		return fmt.Errorf("%s: %s, not %s", message.Clean(path), supported, message.Clean(ext))
	}
	if format == &formatTable && l.o.Name == "" {
		if m, err := readManifest(l.disk, path, true); m != nil || err != nil {
			return l.manifest(m, err, held)
		}
	}
	return l.addNamed(file{path: path, size: info.Size(), format: format, held: held})
}

// unreadable says of files that are not read, by their extensions, what to do.
var unreadable = map[string]string{
	".gz": "unpack it first, with gunzip", ".bz2": "unpack it first, with bunzip2", ".xz": "unpack it first, with unxz",
	".zst": "unpack it first, with unzstd", ".zip": "unpack it first, with unzip", ".tar": "unpack it first, with tar -xf", ".tgz": "unpack it first, with tar -xf",
	".xlsx": "save the sheet as CSV", ".xls": "save the sheet as CSV", ".ods": "save the sheet as CSV",
	".h5": "write the array as NPZ, as with numpy.savez(f, X=…)", ".hdf5": "write the array as NPZ, as with numpy.savez(f, X=…)",
	".pkl": "write the array as NPZ, as with numpy.savez(f, X=…)", ".rds": "write it in R with write.csv", ".rdata": "write it in R with write.csv",
	".mp3": "convert it, as with ffmpeg -i IN.mp3 OUT.wav", ".ogg": "convert it, as with ffmpeg -i IN.ogg OUT.wav", ".m4a": "convert it, as with ffmpeg -i IN.m4a OUT.wav",
	".aiff": "convert it, as with sox IN.aiff OUT.wav", ".aif": "convert it, as with sox IN.aif OUT.wav",
	".gif": "convert it to PNG", ".bmp": "convert it to PNG", ".tif": "convert it to PNG", ".tiff": "convert it to PNG", ".webp": "convert it to PNG",
}

// addNamed adds a file with the fields that --name reads off its name.
func (l *locator) addNamed(f file) error {
	if l.name != nil {
		base := f.base()
		ext := filepath.Ext(base)
		var err error
		if f.fields, err = l.name.match(strings.TrimSuffix(base, ext), ext); err != nil {
			return err
		}
	}
	if f.format.folder {
		f = imageFile(f)
	}
	return l.add(f)
}

// add keeps a file, once.
func (l *locator) add(f file) error {
	path := f.path
	if f.images != nil {
		path = f.images[0].path
	}
	real, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("cannot find %s: %w", message.Clean(path), message.Reason(err))
	}
	if r, err := filepath.EvalSymlinks(real); err == nil {
		real = r
	}
	if before, ok := l.seen[real]; ok {
		return message.Usagef("%s is given twice (also as %s): name each file once", message.Clean(path), message.Clean(before))
	}
	l.seen[real] = path
	if len(l.files) > 0 && l.files[0].format.kind != f.format.kind {
		return message.Usagef("%s and %s cannot be read together: the one is %v, the other %v",
			message.Clean(l.files[0].path), message.Clean(f.path), l.files[0].format.kind, f.format.kind)
	}
	if last := len(l.files) - 1; last >= 0 && l.files[last].takesImage(f) {
		l.files[last].images = append(l.files[last].images, f.images...)
		l.files[last].size += f.size
		return nil
	}
	l.files = append(l.files, f)
	return nil
}

// located are the files found, without those that are read with another.
func (l *locator) located() ([]file, error) {
	for _, f := range l.later {
		if err := l.addNamed(f); err != nil {
			return nil, err
		}
	}
	labelFolders(l.files)
	var files []file
	for _, f := range l.files {
		if !l.isCompanion(f) {
			files = append(files, f)
		}
	}
	return files, nil
}

// isCompanion reports whether a file is read with another of the files.
func (l *locator) isCompanion(f file) bool {
	return slices.ContainsFunc(l.files, func(other file) bool {
		companion := other.format.companion
		return companion != nil && other.path != f.path && filepath.Clean(companion(l.disk, other.path)) == filepath.Clean(f.path)
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
