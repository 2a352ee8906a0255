// Package help holds the texts of help: commands, purposes of flags, single flags, topics,
// words. A topic is a Markdown file in topics, or made of a table in topics.go.
package help
