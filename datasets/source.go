package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"path/filepath"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// file is a file to read, or the images of a folder.
type file struct {
	path   string
	size   int64
	format *format
	held   bool
	fields map[string]string // what its name, or a manifest, tells of it
	target []float64         // the one number that a manifest gives to predict; nil without
	images []imageRef        // those of a folder, which path then is
}

// imageRef is an image of a folder.
type imageRef struct{ path, label string }

// base names the file's segments.
func (f file) base() string { return message.Clean(filepath.Base(f.path)) }

// shown is the path for messages.
func (f file) shown() string { return message.Clean(f.path) }

// source is what a format reads at once: a file or, of images, a folder.
type source struct {
	file
	*content        // of the file; nil of a folder
	all      []file // all that are read for the set, this one among them

	from
	sum    hash.Hash     // of the images of a folder, one after the other
	beside []data.Source // other files that belong to it
}

// from is where files are opened, and who is told of what is read.
type from struct {
	ctx  context.Context
	disk confine.Disk
	read func(n int)
}

// openSource opens a file to read it from its first byte to its last.
func openSource(from from, f file, all []file) (*source, error) {
	s := &source{file: f, all: all, from: from}
	if f.images != nil {
		s.sum = sha256.New()
		return s, nil
	}
	var err error
	s.content, err = s.open(f.path)
	return s, err
}

// open opens another file that is read beside the source.
func (s *source) open(path string) (*content, error) { return openContent(s.from, path, sha256.New()) }

// openImage opens an image of a folder.
func (s *source) openImage(ref imageRef) (*content, error) {
	return openContent(s.from, ref.path, s.sum)
}

// add records another file that belongs to the source, and hashes the rest of
// it.
func (s *source) add(other *content) error {
	record, err := other.finish()
	s.beside = append(s.beside, record)
	return err
}

// finish hashes what was not read yet and gives the records of all files.
func (s *source) finish() ([]data.Source, error) {
	if s.content == nil {
		// the hash is that of all images one after the other
		return []data.Source{{Path: s.shown(), SHA256: hex.EncodeToString(s.sum.Sum(nil))}}, nil
	}
	record, err := s.content.finish()
	return append([]data.Source{record}, s.beside...), err
}

// close closes the file.
func (s *source) close() {
	if s.content != nil {
		s.content.close()
	}
}
