package serve

import (
	"context"
	"errors"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page/tasks"
)

// tasksOf are the tasks of sessions on many machines as one client sees them: all see them
// and what they said, and who may change a session has its tasks submitted and cancelled,
// by this server's user.
type tasksOf struct {
	server *Server
	key    Key
}

var _ tasks.Source = tasksOf{}

func (t tasksOf) Status(ctx context.Context, s *sessions.Session, st record.State) jobs.Overview {
	return t.server.tasks.Status(ctx, s, st)
}

func (t tasksOf) Submitted(ctx context.Context, s *sessions.Session, st record.State) *sessions.Submitted {
	return t.server.tasks.Submitted(ctx, s, st)
}

func (t tasksOf) Tail(s *sessions.Session, log string) ([]string, error) {
	return t.server.tasks.Tail(s, log)
}

func (t tasksOf) Cancel(ctx context.Context, s *sessions.Session, names ...string) error {
	if why := t.server.permissions.denied(t.key, s.Dir); why != "" {
		return errors.New(string(why))
	}
	err := t.server.tasks.Cancel(ctx, s, names...)
	if err == nil {
		t.server.log.printf("%s: cancelled %v of %s", t.key.Name(), names, s.Dir)
	}
	return err
}

// Submit waits for its turn: the data are read for the memory that a task needs.
func (t tasksOf) Submit(ctx context.Context, s *sessions.Session) (string, error) {
	if why := t.server.permissions.denied(t.key, s.Dir); why != "" {
		return "", errors.New(string(why))
	}
	done, err := sessionHost(t).Aside(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	said, err := t.server.tasks.Submit(ctx, s)
	if err == nil {
		t.server.log.printf("%s: submitted %s, %s", t.key.Name(), s.Dir, said)
	}
	return said, err
}
