//go:build !unix

package store

import "io/fs"

// Links returns 0: other systems do not count links.
func Links(fs.FileInfo) int { return 0 }
