//go:build !unix

package store

import "io/fs"

// Links is 0: other systems do not tell how many names a file has.
func Links(fs.FileInfo) int { return 0 }
