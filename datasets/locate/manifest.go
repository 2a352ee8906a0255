package locate

import (
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// manifest is a table that lists files and their fields.
type manifest struct {
	file    string
	path    string   // for messages
	columns []string // without the column of the files
	rows    []manifestRow
}

// manifestRow is a file of a manifest.
type manifestRow struct {
	line   int
	path   string
	values []string // one per column
}

// manifestName matches the name of a folder's manifest.
var manifestName = regexp.MustCompile(`(?i)^manifest\.(csv|tsv|txt)$`)

// fileColumns holds the names of the column of files.
var fileColumns = []string{"file", "filename", "file_name", "path"}

// The maximum size in bytes of a manifest and of its lines.
const (
	maxManifest = 256 << 20
	maxLine     = 1 << 20
)

// readManifest reads a table as a manifest. It returns nil if no column names
// files. For a table that the user named, the first file must also exist.
func readManifest(d sandbox.Disk, path string, named bool) (*manifest, error) {
	f, err := d.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	defer f.Close()
	h, err := lex.ReadHead(io.LimitReader(f, maxManifest), maxLine)
	if err != nil {
		return nil, nil // the error is reported when the file is read as a table
	}
	scan := lex.NewScanner(h.Reader(), lex.SniffDelimiter(h.Text, h.Whole))
	scan.MaxLine = maxLine
	header, err := scan.Record()
	if err != nil {
		return nil, nil
	}
	m := &manifest{file: path, path: message.Clean(path), columns: format.CleanNames(header)}
	at := slices.IndexFunc(m.columns, func(name string) bool { return slices.Contains(fileColumns, strings.ToLower(name)) })
	if at < 0 {
		return nil, nil
	}
	m.columns = slices.Delete(m.columns, at, at+1)
	for {
		fields, err := scan.Record()
		if err == io.EOF {
			break
		}
		if err == nil && len(fields) != len(m.columns)+1 {
			err = fmt.Errorf("%s, but the header has %d names", message.Counted(len(fields), "field"), len(m.columns)+1)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", m.path, scan.Line, message.Reason(err))
		}
		row := manifestRow{line: scan.Line, path: string(fields[at])}
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

// isManifest reports whether a file of a folder has the name of a manifest.
func isManifest(name string) bool { return manifestName.MatchString(name) }

// manifestRoles holds the roles that a manifest's columns may have, in the
// order of messages.
var manifestRoles = []format.Role{format.Label, format.SegmentName, format.Group, format.Target}

// roles returns the columns of a manifest by role: those that flags name, else
// those with the name of a role.
func (m *manifest) roles(o format.Columns) map[format.Role]int {
	roles := map[format.Role]int{}
	for _, role := range manifestRoles {
		names := format.NamesOf(role, format.InManifests)
		if flag := o.Of[role]; flag != "" {
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
func (l *Locator) manifest(m *manifest, err error, held bool) error {
	if err != nil {
		return err
	}
	roles := m.roles(l.Columns)
	for _, row := range m.rows {
		f := format.File{Path: row.path, Held: held, Format: l.Formats.Match(row.path, nil), Fields: map[string]string{}}
		info, err := l.Disk.Stat(row.path)
		switch {
		case err != nil:
			return fmt.Errorf("%s:%d: cannot open %s: %w; correct the line or delete it", m.path, row.line, message.Clean(row.path), message.Reason(err))
		case f.Format == nil || !info.Mode().IsRegular():
			return fmt.Errorf("%s:%d: %s is not a file that can be read; %s", m.path, row.line, message.Clean(row.path), l.supported())
		}
		f.Size = info.Size()
		for i, value := range row.values {
			f.Fields[m.columns[i]] = value
		}
		for role, i := range roles {
			f.Fields[role.String()] = row.values[i]
		}
		if at, ok := roles[format.Target]; ok {
			y, err := (&lex.Decimal{Comma: true}).Parse([]byte(row.values[at]))
			if err != nil {
				return fmt.Errorf("%s:%d: column %s: %q is not a number, but a target must be one", m.path, row.line, m.columns[at], message.Shorten(row.values[at], 40))
			}
			f.Target = []float64{y}
		}
		if f.Format.Folder {
			f = imageFile(f)
		}
		if err := l.add(f); err != nil {
			return err
		}
	}
	l.Listed = append(l.Listed, m)
	l.note("%s lists %s%s", m.path, message.Counted(len(m.rows), "file"), m.describe(roles))
	return nil
}

// Source returns the record of a manifest.
func (m *manifest) Source(from format.From) (data.Source, error) {
	c, err := format.OpenContent(from, m.file, sha256.New())
	if err != nil {
		return data.Source{}, err
	}
	defer c.Close()
	return c.Finish()
}

// describe returns the uses of a manifest's columns in words.
func (m *manifest) describe(roles map[format.Role]int) string {
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

// Settle removes the columns of manifests from the columns that flags name. It
// returns an error if a flag names no column of a manifest and the files have
// no columns themselves.
func (l *Locator) Settle(o *format.Columns, f *format.Format) error {
	if l.Listed == nil {
		return nil
	}
	var unknown []error
	for _, role := range manifestRoles {
		asked := o.Of[role]
		if asked == "" {
			continue
		}
		found := false
		var columns []string
		for _, m := range l.Listed {
			columns = append(columns, m.columns...)
			found = found || slices.Contains(m.columns, message.Clean(asked))
		}
		if !found && !f.Columns {
			err := message.Usagef("--%v %s: %s has no such column; its columns are %s", role, message.Clean(asked), l.Listed[0].path, message.List(message.Suggestions(columns, asked)))
			unknown = append(unknown, message.Mistaken(err, asked, columns))
		}
		if found {
			o.Of[role] = ""
		}
	}
	return message.Unknown(unknown)
}
