//go:build !unix

package storage

import (
	"errors"
	"os"
)

// mapFile has no way here to use a file like memory.
func mapFile(int, func(*os.File) error) ([]byte, error) {
	return nil, errors.New("this system cannot map files")
}

func unmap(mapping) {}
