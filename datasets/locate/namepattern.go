package locate

import (
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
)

// NamePattern extracts fields from a file name: text, field, text, field, …
// text.
type NamePattern struct {
	Written  string
	Fields   []string
	literals []string // before, between and after the fields; one more than fields
}

// ParseName parses a pattern such as "{label}_{group}_{rep}"; nil for "".
func ParseName(written string, known format.List) (*NamePattern, error) {
	if written == "" {
		return nil, nil
	}
	p := &NamePattern{Written: message.Clean(written)}
	rest := p.Written
	if known.Match(rest, nil) != nil {
		rest = strings.TrimSuffix(rest, extension(rest))
	}
	for {
		literal, after, open := strings.Cut(rest, "{")
		if strings.Contains(literal, "}") {
			return nil, p.bad(`a "}" has no "{" before it`)
		}
		if literal == "" && open && len(p.Fields) > 0 {
			return nil, p.bad("two fields follow each other with no text between, so the end of the first is ambiguous; put a separator between them")
		}
		p.literals = append(p.literals, literal)
		if !open {
			break
		}
		field, behind, closed := strings.Cut(after, "}")
		switch {
		case !closed || strings.Contains(field, "{"):
			return nil, p.bad(`a "{" is not closed by "}"`)
		case field == "" || strings.ContainsAny(field, " \t=,\""):
			return nil, p.bad("a field's name must be a word")
		}
		for _, f := range p.Fields {
			if f == field {
				return nil, p.bad("the field {" + field + "} occurs twice; give each part a name of its own")
			}
		}
		p.Fields = append(p.Fields, field)
		rest = behind
	}
	if len(p.Fields) == 0 {
		return nil, p.bad("it has no field such as {label}")
	}
	return p, nil
}

// extension returns the extension of a file name, including that of a
// compression.
func extension(name string) string {
	bare := unpack.TrimName(name)
	return filepath.Ext(bare) + name[len(bare):]
}

// bad returns the error of an invalid pattern.
func (p *NamePattern) bad(why string) error {
	return message.Usagef("--name '%s': %s (example: '{label}_{group}_{rep}')", p.Written, why)
}

// Match extracts the fields from base, a file's name without its extension ext.
// No field may be empty or contain the text that separates it from its
// neighbours, so that at most one reading exists.
func (p *NamePattern) Match(base, ext string) (map[string]string, error) {
	rest, ok := strings.CutPrefix(base, p.literals[0])
	if !ok {
		return nil, p.mismatch(base+ext, "it does not begin with \""+p.literals[0]+"\"")
	}
	last := len(p.Fields) - 1
	values := make(map[string]string, len(p.Fields))
	for i, field := range p.Fields {
		value, literal := rest, p.literals[i+1]
		if i < last {
			if value, rest, ok = strings.Cut(rest, literal); !ok {
				return nil, p.mismatch(base+ext, "after {"+field+"} it has no \""+literal+"\"")
			}
		} else if value, ok = strings.CutSuffix(rest, literal); !ok {
			return nil, p.mismatch(base+ext, "it does not end with \""+literal+"\"")
		}
		if value == "" {
			return nil, p.mismatch(base+ext, "{"+field+"} would be empty")
		}
		if i > 0 && strings.Contains(value, p.literals[i]) {
			return nil, p.mismatch(base+ext, "{"+field+"} would be \""+value+"\", which holds the separator \""+
				p.literals[i]+"\"; give every part a field of its own")
		}
		values[field] = value
	}
	return values, nil
}

// mismatch returns the error of a file that does not match the pattern.
func (p *NamePattern) mismatch(name, why string) error {
	return message.Usagef("the file %s does not match --name '%s': %s", name, p.Written, why)
}
