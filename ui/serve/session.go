package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

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
	return fmt.Sprintf("no key was pressed for %v", time.Duration(d))
}

// Exit statuses that a client gets.
const (
	exitDone    = 0
	exitRefused = 1
	exitFault   = 70
)

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
		sess.server.logf("%s: %v", sess.name(), err)
		sess.writeLine(sess.output, "sfatui: "+clean.Of(err.Error()))
		return exitFault
	}
	sess.server.logf("%s: %v", sess.name(), cause)
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

// note says who the client is, and how many are in.
func (sess *session) note() clean.Text {
	role := sess.server.roleOf(sess.key)
	if n := sess.server.limits.count(); n > 1 {
		return clean.Sprintf("%s, %d here", role, n)
	}
	return role
}
