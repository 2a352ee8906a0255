package lex

import (
	"errors"
	"fmt"
	"io"
)

// quoteState is where in a field a scan of a record with quotes stands.
type quoteState int

const (
	beforeField quoteState = iota
	inPlain                // inside a field without quotes
	inQuotes
	afterQuote // behind a quote that ends the field unless another follows
	afterField // behind the closing quote and a space
)

// splitQuoted cuts a record that begins with line and may, inside quotes, go
// on over the lines that follow.
func (s *Scanner) splitQuoted(line []byte) error {
	s.out, s.ends = s.out[:0], s.ends[:0]
	state := beforeField
	for {
		var err error
		if state, err = s.scanQuoted(line, state); err != nil {
			return err
		}
		if state != inQuotes {
			break
		}
		if len(s.out) > s.MaxLine {
			return fmt.Errorf(`a quote (") that opens here is not closed within %d MiB: close it`, s.MaxLine>>20)
		}
		s.out = append(s.out, '\n')
		if line, err = s.ReadLine(); err != nil {
			if err == io.EOF {
				return errors.New(`a quote (") that opens here is never closed: close it`)
			}
			return err
		}
	}
	if state != beforeField || s.Delim != whitespace {
		s.endField(state)
	}
	from := 0
	for _, end := range s.ends {
		s.fields = append(s.fields, s.out[from:end])
		from = end
	}
	return nil
}

// scanQuoted takes one line of a record and returns the state at its end.
func (s *Scanner) scanQuoted(line []byte, state quoteState) (quoteState, error) {
	for _, c := range line {
		isDelim := c == s.Delim || s.Delim == whitespace && IsSpace(c)
		switch {
		case state == inQuotes:
			if c == '"' {
				state = afterQuote
			} else {
				s.out = append(s.out, c)
			}
		case state == afterQuote && c == '"':
			s.out = append(s.out, '"')
			state = inQuotes
		case isDelim && state == beforeField && s.Delim == whitespace:
			// still in the run between two fields
		case isDelim:
			s.endField(state)
			state = beforeField
			if len(s.ends) > s.MaxFields {
				return state, TooManyFields(s.MaxFields)
			}
		case state == beforeField && IsSpace(c):
			// spaces before a field
		case state == beforeField && c == '"':
			state = inQuotes
		case (state == afterQuote || state == afterField) && IsSpace(c):
			state = afterField
		case state == afterQuote || state == afterField:
			return state, fmt.Errorf(`field %d goes on behind its closing quote ("): double the quotes that belong to it`, len(s.ends)+1)
		default:
			s.out = append(s.out, c)
			state = inPlain
		}
	}
	return state, nil
}

// endField closes the field that out's last bytes hold. What stood in quotes
// keeps its spaces.
func (s *Scanner) endField(state quoteState) {
	if state == inPlain {
		for len(s.out) > 0 && IsSpace(s.out[len(s.out)-1]) {
			s.out = s.out[:len(s.out)-1]
		}
	}
	s.ends = append(s.ends, len(s.out))
}
