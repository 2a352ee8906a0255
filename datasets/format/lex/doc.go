// Package lex cuts text into what formats are made of: lines, records of fields,
// numbers with either decimal sign, dates and times of day.
package lex
