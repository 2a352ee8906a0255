package archive

import (
	"path"
	"regexp"

	"example.com/sfatui/sessions/store"
)

// kind is a folder of a session, and the names of its files.
type kind struct {
	folder string
	file   *regexp.Regexp
}

// packed lists the files of a session by folder, in the order in which they are
// packed. A journal refers to plans and points, so that it must be read before
// them in a growing session. The names are in the same order.
var packed = []kind{
	{store.ArtifactDir, regexp.MustCompile(`^[0-9a-f]{64}\.npz$`)},
	{store.JournalDir, regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]{0,99}\.jsonl$`)},
	{store.PlanDir, regexp.MustCompile(`^[0-9]{4,9}\.jsonl$`)},
	{store.PointsDir, regexp.MustCompile(`^[0-9a-f]{64}\.json$`)},
	{".", regexp.MustCompile(`^session\.json$`)},
}

// ofSession reports whether a path relative to a session, with slashes, is one
// of its files.
func ofSession(name string) bool {
	folder, file := path.Dir(name), path.Base(name)
	for _, p := range packed {
		if p.folder == folder {
			return p.file.MatchString(file)
		}
	}
	return false
}
