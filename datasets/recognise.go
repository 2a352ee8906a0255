package datasets

import (
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/locate"
)

// Recognise says what a file is by its name, such as "a table", "" for one that
// is not read. Of sound and images a folder is one data set: then byFolder is
// true.
func Recognise(path string) (what string, byFolder bool) {
	base := filepath.Base(path)
	if strings.HasPrefix(base, ".") || locate.AboutFile.MatchString(base) {
		return "", false
	}
	f := known.Match(base, nil)
	if f == nil {
		return "", false
	}
	return f.Name, f.Kind != data.Table
}
