// Package output prints what commands say: tables, paragraphs and lines of JSON, in as many
// columns as the terminal has. It remembers what could not be written.
package output
