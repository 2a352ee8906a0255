package serve

import (
	"errors"
	"io"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// config is the workbench's configuration, with the client's terminal.
func (sess *session) config(in io.Reader) ui.Config {
	c := sess.server.c
	environ := []string{"TERM=" + sess.term}
	for name, value := range sess.environ {
		environ = append(environ, name+"="+value)
	}
	return ui.Config{
		In: in, Out: sess.output, Environ: environ, Sizes: sess.sizes.resend(), Host: sessionHost{sess.server, sess.key},
		Data: c.Data, Spec: c.Spec, Run: c.Run, Dir: c.Dir, Root: c.Root,
	}
}

// runScreens shows the catalogue and what the client chooses of it, in turn.
func (sess *session) runScreens() error {
	message := clean.Text("")
	for {
		in := sess.input.lease()
		id, err := ui.Choose(sess.ctx, sess.config(in), ui.List{
			Title: sess.server.title(), Note: sess.note, Message: message, Look: sess.server.catalogue.choices,
		})
		in.close()
		if sess.ctx.Err() != nil || err != nil || id == "" {
			return err
		}
		message = ""
		if err := sess.open(id); err != nil {
			if sess.ctx.Err() != nil {
				return nil
			}
			sess.server.log.printf("%s: %s: %v", sess.name(), id, err)
			message = clean.Of(err.Error())
		}
	}
}

// open shows the choice with the given ID. It does not return errors in data, which
// the workbench has shown.
func (sess *session) open(id string) error {
	in := sess.input.lease()
	defer in.close()
	c := sess.config(in)
	what, path, err := sess.server.catalogue.find(id)
	if err != nil {
		return err
	}
	switch what {
	case aSession:
		s, err := sessions.OpenAt(store.In(sess.server.c.Root, path))
		if err != nil {
			return err
		}
		_, err = ui.Open(sess.ctx, c, s)
		return err
	default:
		c.Data.Paths = []string{path}
		_, err = ui.Workbench(sess.ctx, c)
		var unusable *page.DataError
		if errors.As(err, &unusable) {
			return nil
		}
		return err
	}
}
