// Package archive packs a session into one file, and makes a directory of it
// again. The same session gives the same bytes. Archives may come from strangers.
package archive
