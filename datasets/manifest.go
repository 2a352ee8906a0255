package datasets

import (
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// manifest is a table that lists files and what is known of each.
type manifest struct {
	file    string
	path    string   // for messages
	columns []string // without that of the files
	rows    []manifestRow
}

// manifestRow is a file of a manifest.
type manifestRow struct {
	line   int
	path   string
	values []string // one a column
}

// manifestName is how a folder's manifest is named.
var manifestName = regexp.MustCompile(`(?i)^manifest\.(csv|tsv|txt)$`)

// fileColumns are the names of the column that names the files.
var fileColumns = []string{"file", "filename", "file_name", "path"}

// maxManifest is the most bytes that a manifest may have.
const maxManifest = 256 << 20

// readManifest reads a table as a manifest; nil where it is none, as no column
// names files. Of one that the user named, the first file must be there too.
func readManifest(d confine.Disk, path string, named bool) (*manifest, error) {
	f, err := d.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	defer f.Close()
	h, err := readHead(io.LimitReader(f, maxManifest))
	if err != nil {
		return nil, nil // what is wrong is said when it is read as a table
	}
	scan := newCSVScanner(h.reader(), sniffDelimiter(h.text, h.whole))
	header, err := scan.record()
	if err != nil {
		return nil, nil
	}
	m := &manifest{file: path, path: message.Clean(path), columns: cleanNames(header)}
	at := slices.IndexFunc(m.columns, func(name string) bool { return slices.Contains(fileColumns, strings.ToLower(name)) })
	if at < 0 {
		return nil, nil
	}
	m.columns = slices.Delete(m.columns, at, at+1)
	for {
		fields, err := scan.record()
		if err == io.EOF {
			break
		}
		if err == nil && len(fields) != len(m.columns)+1 {
			err = fmt.Errorf("%s, but the header has %d names", message.Counted(len(fields), "field"), len(m.columns)+1)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", m.path, scan.line, message.Reason(err))
		}
		row := manifestRow{line: scan.line, path: string(fields[at])}
		for i, field := range fields {
			if i != at {
				row.values = append(row.values, message.Clean(string(field)))
			}
		}
		if !filepath.IsAbs(row.path) {
			row.path = filepath.Join(filepath.Dir(path), filepath.FromSlash(row.path))
		}
		if named && m.rows == nil && !d.Regular(row.path) {
			return nil, nil
		}
		m.rows = append(m.rows, row)
	}
	if m.rows == nil {
		return nil, nil
	}
	return m, nil
}

// isManifest reports whether a file of a folder is named as its manifest.
func isManifest(name string) bool { return manifestName.MatchString(name) }

// manifestRoles are the roles that a manifest's columns may have, in the order
// in which they are told.
var manifestRoles = []Role{Label, SegmentName, Group, Target}

// roles are the columns of a manifest by the roles they have: those that flags
// name, else those named like a role.
func (m *manifest) roles(o columns) map[Role]int {
	roles := map[Role]int{}
	for _, role := range manifestRoles {
		names := namesOf(role, InManifests)
		if flag := o.role[role]; flag != "" {
			names = []string{message.Clean(flag)}
		}
		for _, name := range names {
			if i := slices.Index(m.columns, name); i >= 0 {
				roles[role] = i
				break
			}
		}
	}
	return roles
}

// manifest adds the files that a manifest lists.
func (l *locator) manifest(m *manifest, err error, held bool) error {
	if err != nil {
		return err
	}
	roles := m.roles(l.o.columns())
	for _, row := range m.rows {
		f := file{path: row.path, held: held, format: formatByName(row.path), fields: map[string]string{}}
		info, err := l.disk.Stat(row.path)
		switch {
		case err != nil:
			return fmt.Errorf("%s:%d: cannot open %s: %w; correct the line or take it out", m.path, row.line, message.Clean(row.path), message.Reason(err))
		case f.format == nil || !info.Mode().IsRegular():
			return fmt.Errorf("%s:%d: %s is no file to read; %s", m.path, row.line, message.Clean(row.path), supported)
		}
		f.size = info.Size()
		for i, value := range row.values {
			f.fields[m.columns[i]] = value
		}
		for role, i := range roles {
			f.fields[role.String()] = row.values[i]
		}
		if at, ok := roles[Target]; ok {
			y, err := (&decimal{comma: true}).parse([]byte(row.values[at]))
			if err != nil {
				return fmt.Errorf("%s:%d: column %s: %q is no number, which a target must be", m.path, row.line, m.columns[at], message.Shorten(row.values[at], 40))
			}
			f.target = []float64{y}
		}
		if f.format.folder {
			f = imageFile(f)
		}
		if err := l.add(f); err != nil {
			return err
		}
	}
	l.listed = append(l.listed, m)
	l.note("%s lists %s%s", m.path, message.Counted(len(m.rows), "file"), m.describe(roles))
	return nil
}

// source is the record of a manifest that was read.
func (m *manifest) source(from from) (data.Source, error) {
	c, err := openContent(from, m.file, sha256.New())
	if err != nil {
		return data.Source{}, err
	}
	defer c.close()
	return c.finish()
}

// describe tells what a manifest's columns are used for.
func (m *manifest) describe(roles map[Role]int) string {
	text, used := "", map[int]bool{}
	for _, role := range manifestRoles {
		if i, ok := roles[role]; ok {
			text += ", " + role.String() + " " + m.columns[i]
			used[i] = true
		}
	}
	var others []string
	for i, name := range m.columns {
		if !used[i] {
			others = append(others, name)
		}
	}
	if others != nil {
		text += "; other columns, for --where or flags such as --label: " + message.List(others)
	}
	return text
}

// settle takes from the columns that flags name those of a manifest. It is an
// error if a flag names none and the files have no columns themselves.
func (l *locator) settle(o *columns, f *format) error {
	if l.listed == nil {
		return nil
	}
	for _, role := range manifestRoles {
		asked := o.role[role]
		if asked == "" {
			continue
		}
		found := false
		var columns []string
		for _, m := range l.listed {
			columns = append(columns, m.columns...)
			found = found || slices.Contains(m.columns, message.Clean(asked))
		}
		if !found && !f.columns {
			return message.Usagef("--%v %s: %s has no such column; its columns are %s", role, message.Clean(asked), l.listed[0].path, message.List(message.Suggestions(columns, asked)))
		}
		if found {
			o.role[role] = ""
		}
	}
	return nil
}
