package npy

import "strings"

// parser parses the few forms of Python literals in an NPY header.
type parser struct {
	rest   string
	failed bool
}

// next skips a token and reports whether it came next.
func (p *parser) next(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	rest, ok := strings.CutPrefix(p.rest, token)
	p.rest = rest
	return ok
}

func (p *parser) expect(token string) { p.failed = p.failed || !p.next(token) }

// text parses a quoted text.
func (p *parser) text() string {
	for _, quote := range []string{"'", `"`} {
		if p.next(quote) {
			text, rest, ok := strings.Cut(p.rest, quote)
			p.rest, p.failed = rest, p.failed || !ok
			return text
		}
	}
	p.failed = true
	return ""
}

// value parses a value and returns it as written, a text without its quotes.
func (p *parser) value() string {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		p.failed = true
		return ""
	}
	if p.rest[0] == '\'' || p.rest[0] == '"' {
		return p.text()
	}
	end := strings.IndexAny(p.rest, ",}")
	switch p.rest[0] {
	case '(':
		end = strings.IndexByte(p.rest, ')') + 1
	case '[':
		end = strings.LastIndexByte(p.rest, ']') + 1
	}
	if end <= 0 {
		p.failed = true
		return ""
	}
	value := strings.TrimSpace(p.rest[:end])
	p.rest = p.rest[end:]
	return value
}
