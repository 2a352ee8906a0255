package locate

import (
	"example.com/sfatui/datasets/sandbox"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// DescriptionFile is the name of a description of a folder's data, which the
// command line reads.
const DescriptionFile = "dataset.yaml"

// sessionFile is a file in every directory of a session.
const sessionFile = "session.json"

// AboutFile matches the names of documentation files.
var AboutFile = regexp.MustCompile(`(?i)^(readme|licen[cs]e|copying|notice|changelog|changes|description)`)

// partName matches the names of the two parts of a data set in archives of time
// series.
var partName = regexp.MustCompile(`(?i)_(TRAIN|TEST)\.[a-z]+(\.gz|\.zst)?$`)

// TestPart returns the test part next to a file that is named as the training
// part of an archive; "" for none.
func TestPart(disk sandbox.Disk, path string) string {
	m := partName.FindStringSubmatchIndex(path)
	if m == nil || !strings.EqualFold(path[m[2]:m[3]], "TRAIN") {
		return ""
	}
	for _, word := range []string{"TEST", "test", "Test"} {
		other := path[:m[2]] + word + path[m[3]:]
		if info, err := disk.Stat(other); err == nil && info.Mode().IsRegular() {
			return other
		}
	}
	return ""
}

// entry is a file or a directory in a directory.
type entry struct {
	path   string
	info   fs.FileInfo
	format *format.Format // nil if the file is not read
}

// folder holds the entries of a directory.
type folder struct {
	path        string
	entries     []entry // files that can be read
	unknown     []entry // files whose names do not determine a format
	directories []string
	manifest    string
	session     bool
	sorts       map[string]int // number of entries of each type
	count       int
}

// readFolder reads a directory without descending.
func (l *Locator) readFolder(path string) (*folder, error) {
	entries, err := l.Disk.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the directory %s: %w", message.Clean(path), message.Reason(err))
	}
	d := &folder{path: path, sorts: map[string]int{}, count: len(entries)}
	for _, e := range entries {
		if e.Name() == DescriptionFile {
			d.count--
			continue
		}
		name := filepath.Join(path, e.Name())
		info, err := l.Disk.Stat(name)
		what := entryType(e.Name(), info, err)
		d.sorts[what]++
		switch {
		case what == "directory":
			d.directories = append(d.directories, name)
		case strings.Contains(what, " "), e.Name() == sessionFile, AboutFile.MatchString(e.Name()):
			d.session = d.session || e.Name() == sessionFile
		case isManifest(e.Name()):
			d.manifest = name
		default:
			if format := l.Formats.Match(name, nil); format != nil {
				d.entries = append(d.entries, entry{name, info, format})
			} else {
				d.unknown = append(d.unknown, entry{name, info, nil})
			}
		}
	}
	return d, nil
}

// directory adds the files of a directory: those that its manifest lists, else
// sound, else images, else sound or images in its subdirectories, else all
// files of its only format.
func (l *Locator) directory(path string, held bool) error {
	d, err := l.readFolder(path)
	if err != nil {
		return err
	}
	if d.manifest != "" && l.Name == nil {
		m, err := readManifest(l.Disk, d.manifest, false)
		if err != nil || m != nil {
			return l.manifest(m, err, held)
		}
	}
	before := len(l.files)
	for _, kind := range []data.Kind{data.Sound, data.Images} {
		if err := l.entriesOf(d, kind, held); err != nil {
			return err
		}
		if len(l.files) > before {
			return nil
		}
	}
	if d.session {
		return fmt.Errorf("%s is a session: open it with sfatui open or resume", message.Clean(path))
	}
	if err := l.innerFolders(d, held); err != nil || len(l.files) > before {
		return err
	}
	return l.oneFormat(d, held)
}

// entriesOf adds the files of a kind, and notes the other entries.
func (l *Locator) entriesOf(d *folder, k data.Kind, held bool) error {
	var all []entry
	for _, e := range d.entries {
		if e.format.Kind == k {
			all = append(all, e)
		}
	}
	if all == nil {
		return nil
	}
	if k == data.Images {
		slices.SortStableFunc(all, func(a, b entry) int { return compareNatural(a.path, b.path) })
	}
	return l.addAll(d, all, held)
}

// addAll adds files of a directory, and notes the number of other entries.
func (l *Locator) addAll(d *folder, all []entry, held bool) error {
	for _, e := range all {
		if err := l.addNamed(format.File{Path: e.path, Size: e.info.Size(), Format: e.format, Held: held}); err != nil {
			return err
		}
	}
	var ignored []string
	if files := d.count - len(all) - len(d.directories); files > 0 {
		ignored = append(ignored, message.Counted(files, "other file"))
	}
	if n := len(d.directories); n > 0 {
		ignored = append(ignored, message.Counted(n, "directory"))
	}
	if ignored != nil {
		l.note("%s: %s ignored", message.Clean(d.path), strings.Join(ignored, " and "))
	}
	return nil
}

// innerFolders adds the sounds, or else the images, in the subdirectories of a
// directory.
func (l *Locator) innerFolders(d *folder, held bool) error {
	before := len(l.files)
	for _, kind := range []data.Kind{data.Sound, data.Images} {
		if kind == data.Sound && len(d.entries) > 0 {
			continue
		}
		for _, path := range d.directories {
			inner, err := l.readFolder(path)
			if err != nil {
				return err
			}
			if err := l.entriesOf(inner, kind, held); err != nil {
				return err
			}
		}
		if added := l.files[before:]; len(added) > 0 && kind == data.Sound {
			l.labelSounds(d, added)
		}
		if len(l.files) > before {
			return nil
		}
	}
	return nil
}

// labelSounds labels sounds with the names of their subdirectories, if there
// are several and nothing else labels the sounds.
func (l *Locator) labelSounds(d *folder, added []format.File) {
	names := map[string]bool{}
	for _, f := range added {
		if _, ok := f.Fields["label"]; ok {
			return
		}
		names[filepath.Base(filepath.Dir(f.Path))] = true
	}
	if len(names) < 2 {
		return
	}
	for i, f := range added {
		if f.Fields == nil {
			added[i].Fields = map[string]string{}
		}
		added[i].Fields["label"] = filepath.Base(filepath.Dir(f.Path))
	}
	l.note("%s: the names of its %d folders are the labels", message.Clean(d.path), len(names))
}

// maxHintDepth is the maximum depth at which files are searched for a hint.
const maxHintDepth = 3

// firstFolderBelow returns the first directory below d with files to read; ""
// for none.
func (l *Locator) firstFolderBelow(d *folder, depth int) string {
	for _, path := range d.directories {
		if inner, err := l.readFolder(path); err == nil {
			if len(inner.entries) > 0 {
				return path
			}
			if depth < maxHintDepth {
				if found := l.firstFolderBelow(inner, depth+1); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

// alike returns what names the entries of a format: the path of a single one,
// or else the pattern of its most frequent extension.
func (d *folder) alike(e entry) string {
	count := map[string]int{}
	frequent := ""
	for _, other := range d.entries {
		ext := filepath.Ext(other.path)
		if other.format != e.format || ext == "" {
			continue
		}
		if count[ext]++; count[ext] > max(1, count[frequent]) {
			frequent = ext
		}
	}
	if frequent == "" {
		return message.Clean(e.path)
	}
	return message.Clean(filepath.Join(d.path, "*"+frequent))
}

// oneFormat adds all files of a directory whose files have one format. In an
// archive of time series, the part called TEST is test data.
func (l *Locator) oneFormat(d *folder, held bool) error {
	if len(d.entries) == 0 {
		d.entries = l.recognised(d.unknown)
	}
	if len(d.entries) == 0 {
		if inner := l.firstFolderBelow(d, 1); inner != "" {
			return fmt.Errorf("the directory %s holds no file to read itself (it holds %s): open those in it, such as %s",
				message.Clean(d.path), contents(d.sorts), message.Clean(inner))
		}
		return fmt.Errorf("the directory %s holds no file to read (it holds %s): %s", message.Clean(d.path), contents(d.sorts), l.supported())
	}
	for _, e := range d.entries {
		if e.format != d.entries[0].format {
			return fmt.Errorf("the directory %s holds files of several formats (%s): name those to read, such as %s or %s",
				message.Clean(d.path), contents(d.sorts), d.alike(d.entries[0]), d.alike(e))
		}
	}
	if held || l.Tests {
		return l.addAll(d, d.entries, held)
	}
	train, test, sets := parts(d.entries)
	if sets > 1 {
		return fmt.Errorf("the directory %s holds %d data sets: name the files of one, such as %s", message.Clean(d.path), sets, message.Clean(d.entries[0].path))
	}
	if test == nil {
		return l.addAll(d, d.entries, held)
	}
	for _, e := range test {
		d.count-- // addAll must not count it as another file
		l.foundTests = append(l.foundTests, format.File{Path: e.path, Size: e.info.Size(), Format: e.format, Held: true})
	}
	l.note("%s: files called TEST are test data (%s)", message.Clean(d.path), message.Counted(len(test), "file"))
	return l.addAll(d, train, false)
}

// recognised returns the files without a telling name whose content determines
// a format.
func (l *Locator) recognised(unknown []entry) []entry {
	var known []entry
	for _, e := range unknown {
		if how, err := l.byContent(e.path); err == nil && how != nil {
			known = append(known, entry{e.path, e.info, how})
		}
	}
	return known
}

// parts divides the files of an archive of time series by their names, and
// counts their data sets. test is nil unless all files are named so.
func parts(entries []entry) (train, test []entry, sets int) {
	stems := map[string]bool{}
	for _, e := range entries {
		m := partName.FindStringSubmatchIndex(e.path)
		switch {
		case m == nil:
			return nil, nil, 0
		case strings.EqualFold(e.path[m[2]:m[3]], "TEST"):
			test = append(test, e)
		default:
			train = append(train, e)
		}
		stems[e.path[:m[0]]] = true
	}
	if train == nil {
		test = nil
	}
	return train, test, len(stems)
}
