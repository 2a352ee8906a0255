// Package archive packs a session into one file, and unpacks it into a
// directory. The same session has the same bytes. Archives may come from
// strangers.
package archive
