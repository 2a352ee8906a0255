package serve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest"
)

// homesOf returns the home pages of the owner and of a viewer of a server with two sessions, one
// of them in a folder of its own.
func homesOf(t *testing.T) (p *testServer, owner, viewer clientHome) {
	t.Helper()
	p = listen(t, nil)
	if err := os.Mkdir(filepath.Join(p.dir, "more"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.sfa", "more/b.sfa"} {
		if _, err := sessions.Create(filepath.Join(p.dir, name), sessions.Header{Name: "tiny", Data: sessions.Data{Hash: "data"}}, sessiontest.Plan(3)); err != nil {
			t.Fatal(err)
		}
	}
	return p, clientHome{p.server, p.server.c.Keys[0]}, clientHome{p.server, p.server.c.Keys[1]}
}

// The owner removes, restores, renames and tags every session in the served folder.
func TestOwnerManagesSessions(t *testing.T) {
	p, owner, _ := homesOf(t)
	dir := filepath.Join(p.dir, "more", "b.sfa")
	if tags, err := owner.Tag(t.Context(), dir, []string{"good"}); err != nil || !slices.Equal(tags, []string{"good"}) {
		t.Errorf("tags %v, %v", tags, err)
	}
	to, err := owner.Rename(t.Context(), dir, "c")
	if want := filepath.Join(p.dir, "more", "c.sfa"); err != nil || to != want {
		t.Fatalf("renamed to %s, %v", to, err)
	}
	if err := owner.Remove(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if items, err := owner.Sessions(t.Context()); err != nil || len(items) != 1 {
		t.Errorf("%d sessions are left, %v", len(items), err)
	}
	if back, err := owner.Undo(t.Context()); err != nil || back != to {
		t.Errorf("restored %s, %v", back, err)
	}
	if _, err := owner.Undo(t.Context()); err == nil || !strings.Contains(err.Error(), "the trash is empty") {
		t.Errorf("nothing to restore: %v", err)
	}
	for _, line := range []string{"ada: moved ", "ada: restored ", "ada: renamed "} {
		if log := p.log.String(); !strings.Contains(log, line) {
			t.Errorf("the log lacks %q:\n%s", line, log)
		}
	}
}

// A viewer changes own forks only, also after they were renamed; nobody moves a session that is
// open on a screen, or reaches out of the folder.
func TestViewersManageTheirForks(t *testing.T) {
	p, owner, viewer := homesOf(t)
	a := filepath.Join(p.dir, "a.sfa")
	denied := func(what string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), p.dir) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	_, err := viewer.Rename(t.Context(), a, "mine")
	denied("rename", err, "only the owner (ada)")
	_, err = viewer.Tag(t.Context(), a, []string{"x"})
	denied("tag", err, "only the owner (ada)")
	denied("remove", viewer.Remove(t.Context(), a), "only the owner (ada)")
	_, err = viewer.Undo(t.Context())
	denied("undo", err, "only the owner (ada) may restore")

	s, err := viewer.Open(a)
	if err != nil {
		t.Fatal(err)
	}
	fork, err := (sessionHost{p.server, viewer.key}).Fork(s)
	if err != nil {
		t.Fatal(err)
	}
	to, err := viewer.Rename(t.Context(), fork.Dir, "mine")
	if err != nil {
		t.Fatal(err)
	}
	if err := viewer.Remove(t.Context(), to); err != nil {
		t.Error(err)
	}

	b, err := p.server.relay.join(s)
	if err != nil {
		t.Fatal(err)
	}
	denied("open on a screen", owner.Remove(t.Context(), a), "open on 1 screen")
	p.server.relay.leave(b)

	outside := t.TempDir()
	if err := os.Rename(filepath.Join(p.dir, "more"), filepath.Join(outside, "more")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "more"), filepath.Join(p.dir, "more")); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := owner.Remove(t.Context(), filepath.Join(p.dir, "more", "b.sfa")); err == nil {
		t.Error("removed through a link out of the folder")
	}
	if _, err := os.Stat(filepath.Join(outside, "more", "b.sfa")); err != nil {
		t.Error(err)
	}
}
