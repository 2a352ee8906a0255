package message

import (
	"path/filepath"
	"regexp"
	"strings"
)

// plainName are the names of files that mean nothing else to a shell.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+=@-]*$`)

// Command writes a file's name into a command, for FILE, and the name without its
// extension for BARE. A name that means something else to a shell is left to the
// user.
func Command(command, path string) string {
	base := filepath.Base(path)
	if !plainName.MatchString(base) {
		return command
	}
	return strings.NewReplacer("FILE", base, "BARE", strings.TrimSuffix(base, filepath.Ext(base))).Replace(command)
}
