// Package testsize decides for tests which of their sizes and cases they take: all of them
// in continuous integration, and the small ones that reach the same branches everywhere else.
package testsize

import (
	"os"
	"testing"
)

// Full reports whether tests take all sizes and cases: with CI set in the environment, and
// without -short. Callers run a small case of the same kind where it returns false.
func Full() bool { return os.Getenv("CI") != "" && !testing.Short() }
