package sessions_test

import (
	"testing"

	"example.com/sfatui/sessions"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func reopen(t testing.TB, s *sessions.Session) *sessions.Session {
	t.Helper()
	s, err := sessions.Open(s.Dir)
	must(t, err)
	return s
}
