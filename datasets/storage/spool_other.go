//go:build !unix

package storage

import "errors"

// mapFile has no way here to use a file like memory.
func mapFile(int) ([]byte, error) {
	return nil, errors.New("this system cannot map files")
}

func unmap(mapping) {}
