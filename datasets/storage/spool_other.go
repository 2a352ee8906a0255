//go:build !unix

package storage

import (
	"errors"
	"os"
)

// mapFile returns an error: this system cannot map files.
func mapFile(int, func(*os.File) error) ([]byte, error) {
	return nil, errors.New("this system cannot map files")
}

func unmap(mapping) {}
