package format

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"path/filepath"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// File is a file to read, or the images of a folder.
type File struct {
	Path    string
	Size    int64
	Format  *Format
	Held    bool
	Fields  map[string]string // fields from its name or a manifest
	Target  []float64         // the number to predict, from a manifest; nil without
	Members []Member          // images of the folder at Path
}

// Member is an image of a folder.
type Member struct{ Path, Label string }

// Base returns the base name, which names the file's segments.
func (f File) Base() string { return message.Clean(filepath.Base(f.Path)) }

// Shown returns the cleaned path for messages.
func (f File) Shown() string { return message.Clean(f.Path) }

// Source is the unit that a format reads at once: a file or a folder of images.
type Source struct {
	File
	*Content        // of the file; nil for a folder
	All      []File // all files of the set, this one included

	From
	sum        hash.Hash     // of the images of a folder, one after the other
	companions []data.Source // other files that belong to it
}

// OpenSource opens a file to be read from start to end.
func OpenSource(from From, f File, all []File) (*Source, error) {
	s := &Source{File: f, All: all, From: from}
	if f.Members != nil {
		s.sum = sha256.New()
		return s, nil
	}
	var err error
	if f.Format.Streams {
		s.Content, err = OpenContent(from, f.Path, sha256.New())
	} else {
		s.Content, err = s.Open(f.Path)
	}
	return s, err
}

// Open opens another file that belongs to the source.
func (s *Source) Open(path string) (*Content, error) { return s.open(path, sha256.New()) }

// OpenImage opens an image of a folder.
func (s *Source) OpenImage(ref Member) (*Content, error) { return s.open(ref.Path, s.sum) }

// open opens a file for reading at any offset.
func (s *Source) open(path string, h hash.Hash) (*Content, error) {
	c, err := OpenContent(s.From, path, h)
	if err != nil {
		return nil, err
	}
	if err := c.spoolAll(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Add hashes the unread part of another file and records the file as part of the source.
func (s *Source) Add(other *Content) error {
	record, err := other.Finish()
	s.companions = append(s.companions, record)
	return err
}

// Finish hashes the unread rest and returns the records of all files.
func (s *Source) Finish() ([]data.Source, error) {
	if s.Content == nil {
		// one hash over all images, one after the other
		return []data.Source{{Path: s.Shown(), SHA256: hex.EncodeToString(s.sum.Sum(nil))}}, nil
	}
	record, err := s.Content.Finish()
	return append([]data.Source{record}, s.companions...), err
}

// Close closes the file.
func (s *Source) Close() {
	if s.Content != nil {
		s.Content.Close()
	}
}
