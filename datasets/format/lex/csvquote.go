package lex

import (
	"errors"
	"fmt"
	"io"
)

// quoteState is the position within a field while a record with quotes is
// scanned.
type quoteState int

const (
	beforeField quoteState = iota
	inPlain                // within a field without quotes
	inQuotes
	afterQuote // after a quote that ends the field unless another follows
	afterField // after the closing quote and a space
)

// splitQuoted splits a record that begins with line and may continue, within
// quotes, on the following lines.
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

// scanQuoted processes one line of a record and returns the state at its end.
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
			return state, fmt.Errorf(`field %d continues after its closing quote ("): double the quotes that belong to it`, len(s.ends)+1)
		default:
			s.out = append(s.out, c)
			state = inPlain
		}
	}
	return state, nil
}

// endField ends the current field. Spaces at its end are kept if they were in
// quotes.
func (s *Scanner) endField(state quoteState) {
	if state == inPlain {
		for len(s.out) > 0 && IsSpace(s.out[len(s.out)-1]) {
			s.out = s.out[:len(s.out)-1]
		}
	}
	s.ends = append(s.ends, len(s.out))
}
