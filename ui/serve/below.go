package serve

import (
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/message"
)

// belowError is an error whose text gives paths as they are below the folder that is
// served: where that lies is nothing to those who look on.
type belowError struct {
	error
	folder string
}

func (e belowError) Error() string {
	return strings.ReplaceAll(e.error.Error(), message.Clean(e.folder)+string(filepath.Separator), "")
}

func (e belowError) Unwrap() error { return e.error }

// below hides in an error where the server's folder is.
func (s *Server) below(err error) error {
	if err == nil {
		return nil
	}
	return belowError{err, s.c.Root.Name()}
}
