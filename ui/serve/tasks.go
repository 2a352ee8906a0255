package serve

import (
	"context"
	"errors"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page/tasks"
)

// clientTasks provides a session's cluster tasks to one client. All clients see the tasks and
// their logs. Clients who may change a session may submit and cancel its tasks, as this
// server's user.
type clientTasks struct {
	server *Server
	key    Key
}

var _ tasks.Source = clientTasks{}

// Status returns the tasks of a session.
func (t clientTasks) Status(ctx context.Context, s *sessions.Session, st record.State) jobs.Overview {
	return t.server.tasks.Status(ctx, s, st)
}

// Submitted returns the latest submission of a session.
func (t clientTasks) Submitted(ctx context.Context, s *sessions.Session, st record.State) *list.Submitted {
	return t.server.tasks.Submitted(ctx, s, st)
}

// Tail returns the last lines of a task's log.
func (t clientTasks) Tail(s *sessions.Session, log string) ([]string, error) {
	return t.server.tasks.Tail(s, log)
}

// Cancel cancels tasks if the client may change the session.
func (t clientTasks) Cancel(ctx context.Context, s *sessions.Session, names ...string) error {
	if why := t.server.permissions.denied(t.key, s.Dir); why != "" {
		return errors.New(string(why))
	}
	err := t.server.tasks.Cancel(ctx, s, names...)
	if err == nil {
		t.server.log.printf("%s: cancelled %v of %s", t.key.Name(), names, s.Dir)
	}
	return err
}

// Submit submits a session if the client may change it. It waits for its turn, because it reads
// the data to compute the memory of a task.
func (t clientTasks) Submit(ctx context.Context, s *sessions.Session) (string, error) {
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
