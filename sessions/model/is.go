package model

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Is reports whether a file of a folder is a model that [Write] saved, by its
// name and the config among its arrays. It reads nothing else.
func Is(folder fs.FS, name string) bool {
	if !strings.EqualFold(path.Ext(name), ".npz") {
		return false
	}
	info, err := fs.Stat(folder, name)
	if err != nil || !info.Mode().IsRegular() { // a pipe would block
		return false
	}
	f, err := folder.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	at, ok := f.(io.ReaderAt)
	if !ok {
		return false
	}
	z, err := zip.NewReader(at, info.Size())
	if err != nil {
		return false
	}
	config, err := z.Open("config.npy")
	if err != nil {
		return false
	}
	defer config.Close()
	head, _ := io.ReadAll(io.LimitReader(config, 4<<10)) // the format comes first in it
	return bytes.Contains(bytes.ReplaceAll(head, []byte{0}, nil), []byte(modelFormat))
}
