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
	errGone  = errors.New("the client is gone")
	errStall = errors.New("the client takes nothing any more")
)

// idleError ends a visit without input.
type idleError time.Duration

func (d idleError) Error() string {
	return fmt.Sprintf("no key was pressed for %v", time.Duration(d))
}

// visit is a client's session, from its channel's opening to its closing.
type visit struct {
	server  *Server
	key     Key
	channel gossh.Channel
	conn    io.Closer
	full    error // why there is no room for it
	sizes   *sizes

	// What the client said of its terminal, before its screen began.
	pty     bool
	term    string
	environ map[string]string
	late    *time.Timer

	begin  func() int        // what the client asked for, until it begins
	over   chan struct{}     // closed when it is over; nil before it begins
	ctx    context.Context   // of all that runs for the client
	end    func(cause error) // ends it
	gone   atomic.Bool       // nothing can be written any more
	linger *time.Timer       // cuts off a client that does not close its side
	keys   *keyboard
	out    *screen
}

// name is who it is, for the log.
func (v *visit) name() string { return v.key.Name() }

// start does what the client asked for, and closes the channel after it.
func (v *visit) start(do func() int) {
	if !v.server.count() {
		_ = v.channel.Close()
		return
	}
	v.late.Stop()
	v.over = make(chan struct{})
	v.ctx, v.end = context.WithCancelCause(v.server.ctx)
	v.out = &screen{to: v.channel, stall: v.server.c.Stall, drop: func() { v.drop(errStall) }}
	go func() {
		defer v.server.visits.Done()
		defer close(v.over)
		status := exitFault
		v.server.safely("showing a screen", func() { status = do() })
		v.end(errGone)
		v.close(status)
		v.linger = time.AfterFunc(shellWithin, func() { _ = v.conn.Close() })
	}()
}

// drop ends a visit whose client does not answer: its connection is cut.
func (v *visit) drop(cause error) {
	v.gone.Store(true)
	v.end(cause)
	_ = v.conn.Close()
}

// close tells the client that it is over, and how.
func (v *visit) close(status int) {
	if v.gone.Load() {
		return
	}
	late := time.AfterFunc(v.server.c.Stall, func() { v.drop(errStall) })
	defer late.Stop()
	_, _ = v.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = v.channel.Close()
}

// say writes a line to the client.
func (v *visit) say(w io.Writer, text clean.Text) {
	if v.gone.Load() {
		return
	}
	late := time.AfterFunc(v.server.c.Stall, func() { v.drop(errStall) })
	defer late.Stop()
	_, _ = io.WriteString(w, string(v.line(text)))
}

// line is a line as the client's terminal takes it: one in raw mode needs to be
// told to go back to the left.
func (v *visit) line(text clean.Text) clean.Text {
	if v.pty {
		return text + "\r\n"
	}
	return text + "\n"
}

// show shows the client the folder and what it chooses of it, until it leaves.
func (v *visit) show() int {
	s := v.server
	s.logf("%s: came in, as %s, %s", v.name(), s.roleOf(v.key), v.terminal())
	v.keys = newKeyboard()
	idle := time.AfterFunc(s.c.Idle, func() { v.end(idleError(s.c.Idle)) })
	defer idle.Stop()
	go s.safely("reading keys", func() {
		v.keys.pump(v.channel, v.ctx.Done(), func() { idle.Reset(s.c.Idle) })
	})
	var err error
	if v.plain() {
		err = v.converse()
	} else {
		err = v.screens()
	}
	return v.bye(err)
}

// plain says that the client has no terminal on which a screen can be drawn.
func (v *visit) plain() bool { return !v.pty || v.term == "" || v.term == "dumb" }

// terminal says what the client shows things on.
func (v *visit) terminal() string {
	if !v.pty {
		return "without a terminal"
	}
	return "TERM=" + v.term
}

// bye tells the client why it is over, and the log.
func (v *visit) bye(err error) int {
	cause := context.Cause(v.ctx)
	switch {
	case cause == nil && err == nil:
		v.server.logf("%s: left", v.name())
		return exitDone
	case cause == nil:
		v.server.logf("%s: %v", v.name(), err)
		v.say(v.out, "sfatui: "+clean.Of(err.Error()))
		return exitFault
	}
	v.server.logf("%s: %v", v.name(), cause)
	if v.plain() {
		v.say(v.out, "") // out of the prompt
	}
	var idle idleError
	switch {
	case errors.Is(cause, errGone), errors.Is(cause, errStall):
	case errors.As(cause, &idle):
		v.say(v.out, "sfatui: "+clean.Of(cause.Error())+": goodbye. What is being computed goes on.")
	default:
		text := "sfatui: " + clean.Of(cause.Error()) + "."
		if dir := v.server.kept(); dir != "" {
			text += " The sweep is kept and can be resumed: " + clean.Of(dir)
		}
		v.say(v.out, text)
	}
	return exitRefused
}

// config is the client's terminal as the workbench takes it.
func (v *visit) config(in io.Reader) ui.Config {
	c := v.server.c
	environ := []string{"TERM=" + v.term}
	for name, value := range v.environ {
		environ = append(environ, name+"="+value)
	}
	return ui.Config{
		In: in, Out: v.out, Environ: environ, Sizes: v.sizes.again(), Bench: bench{v.server, v.key},
		Data: c.Data, Spec: c.Spec, Run: c.Run, Dir: c.Dir, Root: c.Root,
	}
}

// screens shows the list of what there is, and what is chosen of it, in turn.
func (v *visit) screens() error {
	message := clean.Text("")
	for {
		in := v.keys.lend()
		id, err := ui.Choose(v.ctx, v.config(in), ui.List{
			Title: v.server.title(), Note: v.note, Message: message, Look: v.server.folder.choices,
		})
		in.close()
		if v.ctx.Err() != nil || err != nil || id == "" {
			return err
		}
		message = ""
		if err := v.open(id); err != nil {
			if v.ctx.Err() != nil {
				return nil
			}
			v.server.logf("%s: %s: %v", v.name(), id, err)
			message = clean.Of(err.Error())
		}
	}
}

// note says who the client is, and how many are in.
func (v *visit) note() clean.Text {
	role := v.server.roleOf(v.key)
	if n := v.server.limits.count(); n > 1 {
		return clean.Sprintf("%s, %d here", role, n)
	}
	return role
}

// open shows what was chosen. Data that could not be read was on the screen.
func (v *visit) open(id string) error {
	in := v.keys.lend()
	defer in.close()
	c := v.config(in)
	what, path, err := v.server.folder.find(id)
	if err != nil {
		return err
	}
	switch what {
	case aSession:
		s, err := sessions.OpenAt(store.In(v.server.c.Root, path))
		if err != nil {
			return err
		}
		_, err = ui.Open(v.server.confined(v.ctx), c, s)
		return err
	default:
		c.Data.Paths = []string{path}
		_, err = ui.Workbench(v.server.confined(v.ctx), c)
		var unusable *ui.DataError
		if errors.As(err, &unusable) {
			return nil
		}
		return err
	}
}

// bench is the broker for one client.
type bench struct {
	server *Server
	key    Key
}

// Begin starts a sweep, if the session is the client's to compute.
func (b bench) Begin(dir string, start func(context.Context, func(record.Record)) (*sessions.Execution, error)) (*sessions.Execution, error) {
	if why := b.server.offFor(b.key, dir); why != "" {
		return nil, errors.New(string(why))
	}
	e, err := b.server.broker.begin(func(ctx context.Context, put func(record.Record)) (*sessions.Execution, error) {
		return start(b.server.confined(ctx), put)
	})
	if err == nil {
		b.server.logf("%s: computes %s", b.key.Name(), e.Session().Dir)
	}
	return e, err
}

// Follow passes on the records of a session.
func (b bench) Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	return b.server.broker.follow(ctx, s, f)
}

// Fork makes a session of the client's own from another, beside it, with all
// that is finished by now: the client opened it some time ago.
func (b bench) Fork(s *sessions.Session) (*sessions.Session, error) {
	b.server.forking.Lock() // one at a time: they are counted
	defer b.server.forking.Unlock()
	if b.server.forksOf(b.key) >= maxForks {
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
	b.server.give(fork.Dir, b.key)
	b.server.logf("%s: forked %s from %s", b.key.Name(), fork.Dir, s.Dir)
	return fork, nil
}

// Aside lets the screens compute one after the other: the sweep has the processors,
// and many screens at once would take them, and the memory, from it.
func (b bench) Aside(ctx context.Context) (done func(), err error) {
	select {
	case b.server.aside <- struct{}{}:
		return func() { <-b.server.aside }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Standing is what the client is to a session.
func (b bench) Standing(dir string) ui.Standing {
	exec, busy, watching := b.server.broker.look(dir)
	st := ui.Standing{Role: b.server.roleOf(b.key), Off: b.server.offFor(b.key, dir), Busy: busy, Here: exec != nil, Watching: watching}
	if st.Off == "" {
		st.Role, st.Exec = ownerRole, exec
	}
	return st
}
