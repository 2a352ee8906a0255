package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
)

// Why visits end that the client does not end.
var (
	errDisconnected = errors.New("the client is gone")
	errStall        = errors.New("the client takes nothing any more")
)

// idleError ends a visit without input.
type idleError time.Duration

func (d idleError) Error() string {
	return fmt.Sprintf("no key was pressed for %sess", time.Duration(d))
}

// visit is a client's session, from its channel's opening to its closing.
type session struct {
	server   *Server
	key      Key
	channel  gossh.Channel
	conn     io.Closer
	limitErr error // why there is no room for it
	sizes    *windowSize

	// What the client said of its terminal, before its screen began.
	pty          bool
	term         string
	environ      map[string]string
	requestTimer *time.Timer

	requested    func() int        // what the client asked for, until it begins
	done         chan struct{}     // closed when it is over; nil before it begins
	ctx          context.Context   // of all that runs for the client
	cancel       func(cause error) // ends it
	disconnected atomic.Bool       // nothing can be written any more
	closeTimer   *time.Timer       // cuts off a client that does not close its side
	input        *input
	output       *output
}

// name is who it is, for the log.
func (sess *session) name() string { return sess.key.Name() }

// start does what the client asked for, and closes the channel after it.
func (sess *session) start(do func() int) {
	if !sess.server.addSession() {
		_ = sess.channel.Close()
		return
	}
	sess.requestTimer.Stop()
	sess.done = make(chan struct{})
	sess.ctx, sess.cancel = context.WithCancelCause(sess.server.ctx)
	sess.output = &output{to: sess.channel, stall: sess.server.c.Stall, onStall: func() { sess.disconnect(errStall) }}
	go func() {
		defer sess.server.sessions.Done()
		defer close(sess.done)
		status := exitFault
		sess.server.safely("showing a screen", func() { status = do() })
		sess.cancel(errDisconnected)
		sess.close(status)
		sess.closeTimer = time.AfterFunc(requestTimeout, func() { _ = sess.conn.Close() })
	}()
}

// drop ends a visit whose client does not answer: its connection is cut.
func (sess *session) disconnect(cause error) {
	sess.disconnected.Store(true)
	sess.cancel(cause)
	_ = sess.conn.Close()
}

// close tells the client that it is over, and how.
func (sess *session) close(status int) {
	if sess.disconnected.Load() {
		return
	}
	late := time.AfterFunc(sess.server.c.Stall, func() { sess.disconnect(errStall) })
	defer late.Stop()
	_, _ = sess.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = sess.channel.Close()
}

// say writes a line to the client.
func (sess *session) writeLine(w io.Writer, text clean.Text) {
	if sess.disconnected.Load() {
		return
	}
	late := time.AfterFunc(sess.server.c.Stall, func() { sess.disconnect(errStall) })
	defer late.Stop()
	_, _ = io.WriteString(w, string(sess.terminated(text)))
}

// line is a line as the client's terminal takes it: one in raw mode needs to be
// told to go back to the left.
func (sess *session) terminated(text clean.Text) clean.Text {
	if sess.pty {
		return text + "\r\n"
	}
	return text + "\n"
}

// show shows the client the folder and what it chooses of it, until it leaves.
func (sess *session) run() int {
	s := sess.server
	s.logf("%s: came in, as %s, %s", sess.name(), s.roleOf(sess.key), sess.terminal())
	sess.input = newInput()
	idle := time.AfterFunc(s.c.Idle, func() { sess.cancel(idleError(s.c.Idle)) })
	defer idle.Stop()
	go s.safely("reading keys", func() {
		sess.input.readFrom(sess.channel, sess.ctx.Done(), func() { idle.Reset(s.c.Idle) })
	})
	var err error
	if sess.textOnly() {
		err = sess.runText()
	} else {
		err = sess.runScreens()
	}
	return sess.finish(err)
}

// plain says that the client has no terminal on which a screen can be drawn.
func (sess *session) textOnly() bool { return !sess.pty || sess.term == "" || sess.term == "dumb" }

// terminal says what the client shows things on.
func (sess *session) terminal() string {
	if !sess.pty {
		return "without a terminal"
	}
	return "TERM=" + sess.term
}

// bye tells the client why it is over, and the log.
func (sess *session) finish(err error) int {
	cause := context.Cause(sess.ctx)
	switch {
	case cause == nil && err == nil:
		sess.server.logf("%s: left", sess.name())
		return exitDone
	case cause == nil:
		sess.server.logf("%s: %sess", sess.name(), err)
		sess.writeLine(sess.output, "sfatui: "+clean.Of(err.Error()))
		return exitFault
	}
	sess.server.logf("%s: %sess", sess.name(), cause)
	if sess.textOnly() {
		sess.writeLine(sess.output, "") // out of the prompt
	}
	var idle idleError
	switch {
	case errors.Is(cause, errDisconnected), errors.Is(cause, errStall):
	case errors.As(cause, &idle):
		sess.writeLine(sess.output, "sfatui: "+clean.Of(cause.Error())+": goodbye. What is being computed goes on.")
	default:
		text := "sfatui: " + clean.Of(cause.Error()) + "."
		if dir := sess.server.interruptedSession(); dir != "" {
			text += " The sweep is kept and can be resumed: " + clean.Of(dir)
		}
		sess.writeLine(sess.output, text)
	}
	return exitRefused
}

// config is the client's terminal as the workbench takes it.
func (sess *session) config(in io.Reader) ui.Config {
	c := sess.server.c
	environ := []string{"TERM=" + sess.term}
	for name, value := range sess.environ {
		environ = append(environ, name+"="+value)
	}
	return ui.Config{
		In: in, Out: sess.output, Environ: environ, Sizes: sess.sizes.resend(), Bench: host{sess.server, sess.key},
		Data: c.Data, Spec: c.Spec, Run: c.Run, Dir: c.Dir, Root: c.Root,
	}
}

// screens shows the list of what there is, and what is chosen of it, in turn.
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
			sess.server.logf("%s: %s: %sess", sess.name(), id, err)
			message = clean.Of(err.Error())
		}
	}
}

// note says who the client is, and how many are in.
func (sess *session) note() clean.Text {
	role := sess.server.roleOf(sess.key)
	if n := sess.server.limits.count(); n > 1 {
		return clean.Sprintf("%s, %d here", role, n)
	}
	return role
}

// open shows what was chosen. Data that could not be read was on the screen.
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
		_, err = ui.Open(sess.server.confined(sess.ctx), c, s)
		return err
	default:
		c.Data.Paths = []string{path}
		_, err = ui.Workbench(sess.server.confined(sess.ctx), c)
		var unusable *ui.DataError
		if errors.As(err, &unusable) {
			return nil
		}
		return err
	}
}

// bench is the broker for one client.
type host struct {
	server *Server
	key    Key
}

// Begin starts a sweep, if the session is the client's to compute.
func (b host) Begin(dir string, start func(context.Context, func(record.Record)) (*sessions.Execution, error)) (*sessions.Execution, error) {
	if why := b.server.whyReadOnly(b.key, dir); why != "" {
		return nil, errors.New(string(why))
	}
	e, err := b.server.relay.start(func(ctx context.Context, put func(record.Record)) (*sessions.Execution, error) {
		return start(b.server.confined(ctx), put)
	})
	if err == nil {
		b.server.logf("%s: computes %s", b.key.Name(), e.Session().Dir)
	}
	return e, err
}

// Follow passes on the records of a session.
func (b host) Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	return b.server.relay.follow(ctx, s, f)
}

// Fork makes a session of the client's own from another, beside it, with all
// that is finished by now: the client opened it some time ago.
func (b host) Fork(s *sessions.Session) (*sessions.Session, error) {
	b.server.forking.Lock() // one at a time: they are counted
	defer b.server.forking.Unlock()
	if b.server.forkCount(b.key) >= maxForks {
		return nil, fmt.Errorf("your key has forked %d sessions since the server began, and may fork no more", maxForks)
	}
	s, err := s.Reopen()
	if err != nil {
		return nil, err
	}
	dir, err := b.server.c.Dir(s.Header.Name)
	if err != nil {
		return nil, err
	}
	fork, err := s.ForkAt(store.In(b.server.c.Root, dir))
	if err != nil {
		return nil, err
	}
	b.server.setForkOwner(fork.Dir, b.key)
	b.server.logf("%s: forked %s from %s", b.key.Name(), fork.Dir, s.Dir)
	return fork, nil
}

// Aside lets the screens compute one after the other: the sweep has the processors,
// and many screens at once would take them, and the memory, from it.
func (b host) Aside(ctx context.Context) (done func(), err error) {
	select {
	case b.server.compute <- struct{}{}:
		return func() { <-b.server.compute }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Standing is what the client is to a session.
func (b host) Standing(dir string) ui.Standing {
	exec, busy, watching := b.server.relay.status(dir)
	st := ui.Standing{Role: b.server.roleOf(b.key), Off: b.server.whyReadOnly(b.key, dir), Busy: busy, Here: exec != nil, Watching: watching}
	if st.Off == "" {
		st.Role, st.Exec = ownerRole, exec
	}
	return st
}
