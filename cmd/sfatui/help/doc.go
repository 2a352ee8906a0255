// Package help holds the help texts: on commands, groups of flags, single
// flags, topics and words. A topic is a Markdown file in topics, or generated
// from a table in topics.go.
package help
