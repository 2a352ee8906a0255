//go:build !unix

package list

import "io/fs"

// private returns false: permissions of other systems are unknown, so that the
// index stays unused there.
func private(fs.FileInfo) bool { return false }

// number returns 0: other systems have no inode numbers.
func number(fs.FileInfo) uint64 { return 0 }
