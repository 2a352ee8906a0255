//go:build !unix

package list

import "io/fs"

// private is false: other systems do not tell who can write to a folder, and nothing is
// kept there.
func private(fs.FileInfo) bool { return false }

// number is 0: other systems do not tell what they know a file by.
func number(fs.FileInfo) uint64 { return 0 }
