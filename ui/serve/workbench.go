package serve

import (
	"context"
	"io"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui"
)

// config returns the workbench's configuration for the client's terminal.
func (sess *session) config(in io.Reader) ui.Config {
	c := sess.server.c
	environ := []string{"TERM=" + sess.term}
	for name, value := range sess.environ {
		environ = append(environ, name+"="+value)
	}
	return ui.Config{
		In: in, Out: sess.output, Environ: environ, Sizes: sess.sizes.resend(), Host: sessionHost{sess.server, sess.key},
		Data: c.Data, Spec: c.Spec, Run: c.Run, Dir: c.Dir, Root: c.Root, Home: clientHome{sess.server, sess.key}, Tasks: clientTasks{sess.server, sess.key}, OpenData: sess.server.openData, Departures: c.Departures,
	}
}

// openData returns a data set, which is read once for all clients.
func (s *Server) openData(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
	set, err := s.sets.open(ctx, o, progress)
	return set, s.hideFolder(err)
}

// runScreens shows the home page and what the client opens from it.
func (sess *session) runScreens() error {
	in := sess.input.lease()
	defer in.close()
	_, err := ui.Home(sess.ctx, sess.config(in))
	if sess.ctx.Err() != nil {
		return nil
	}
	return err
}
