// Package lex splits text into the elements of formats: lines, records of
// fields, numbers with either decimal sign, dates and times of day.
package lex
