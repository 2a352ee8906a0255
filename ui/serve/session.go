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

// Causes with which the server ends a session.
var (
	errDisconnected = errors.New("the client disconnected")
	errStall        = errors.New("the client stopped reading")
)

// idleError is the cause that ends a session without input for the given time.
type idleError time.Duration

// Error returns the message to the client.
func (d idleError) Error() string {
	return fmt.Sprintf("no key was pressed for %v", time.Duration(d))
}

// requestTimeout is the time limit for a client to request its shell, and to close its side of
// a closed channel.
const requestTimeout = 20 * time.Second

// Exit statuses of a client's session.
const (
	exitDone    = 0
	exitRefused = 1
	exitFault   = 70
)

// session is a session of a client in the sense of RFC 4254, from the opening of its channel to
// its closing.
type session struct {
	server   *Server
	key      Key
	channel  gossh.Channel
	conn     io.Closer
	limitErr error // error if the session exceeds a limit
	sizes    *windowSize

	// Set by requests before the shell.
	pty          bool
	term         string
	environ      map[string]string
	requestTimer *time.Timer

	requested    func() int        // requested function, until it starts
	done         chan struct{}     // closed when the requested function has ended; nil before it starts
	ctx          context.Context   // context of the requested function
	cancel       func(cause error) // cancels ctx
	disconnected atomic.Bool       // suppresses all further output
	closeTimer   *time.Timer       // closes the connection of a client that does not close its side
	input        *input
	output       *output
}

// name returns the client's name for the log.
func (sess *session) name() string { return sess.key.Name() }

// start runs the requested function in a goroutine and then closes the channel.
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
		sess.server.log.safely("showing a screen", func() { status = do() })
		sess.cancel(errDisconnected)
		sess.close(status)
		sess.closeTimer = time.AfterFunc(requestTimeout, func() { _ = sess.conn.Close() })
	}()
}

// disconnect closes the connection of a client that does not respond.
func (sess *session) disconnect(cause error) {
	sess.disconnected.Store(true)
	sess.cancel(cause)
	_ = sess.conn.Close()
}

// close sends the exit status and closes the channel.
func (sess *session) close(status int) {
	if sess.disconnected.Load() {
		return
	}
	stalled := time.AfterFunc(sess.server.c.Stall, func() { sess.disconnect(errStall) })
	defer stalled.Stop()
	_, _ = sess.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = sess.channel.Close()
}

// writeLine writes a line to the client.
func (sess *session) writeLine(w io.Writer, text clean.Text) {
	if sess.disconnected.Load() {
		return
	}
	stalled := time.AfterFunc(sess.server.c.Stall, func() { sess.disconnect(errStall) })
	defer stalled.Stop()
	_, _ = io.WriteString(w, string(sess.withLineEnd(text)))
}

// withLineEnd returns text with the client's end of line: a terminal in raw mode needs a
// carriage return.
func (sess *session) withLineEnd(text clean.Text) clean.Text {
	if sess.pty {
		return text + "\r\n"
	}
	return text + "\n"
}

// textOnly reports whether the client has no terminal that can draw a screen.
func (sess *session) textOnly() bool { return !sess.pty || sess.term == "" || sess.term == "dumb" }

// terminal returns the type of the client's terminal for the log.
func (sess *session) terminal() string {
	if !sess.pty {
		return "without a terminal"
	}
	return "TERM=" + sess.term
}

// finish prints and logs why the session ends, and returns its exit status.
func (sess *session) finish(err error) int {
	cause := context.Cause(sess.ctx)
	switch {
	case cause == nil && err == nil:
		sess.server.log.printf("%s: logged out", sess.name())
		return exitDone
	case cause == nil:
		sess.server.log.printf("%s: %v", sess.name(), err)
		sess.writeLine(sess.output, "sfatui: "+clean.Of(sess.server.hideFolder(err).Error()))
		return exitFault
	}
	sess.server.log.printf("%s: %v", sess.name(), cause)
	if sess.textOnly() {
		sess.writeLine(sess.output, "") // leave the line of the prompt
	}
	var idle idleError
	switch {
	case errors.Is(cause, errDisconnected), errors.Is(cause, errStall):
	case errors.As(cause, &idle):
		sess.writeLine(sess.output, "sfatui: "+clean.Of(cause.Error())+": goodbye. Running sweeps continue.")
	default:
		text := "sfatui: " + clean.Of(cause.Error()) + "."
		if dir := sess.server.interruptedSession(); dir != "" {
			text += " The sweep can be resumed: " + clean.Of(dir)
		}
		sess.writeLine(sess.output, text)
	}
	return exitRefused
}

// roleText returns the client's role and the number of open sessions.
func (sess *session) roleText() clean.Text {
	role := sess.server.permissions.role(sess.key)
	if n := sess.server.limits.count(); n > 1 {
		return clean.Sprintf("%s, %d here", role, n)
	}
	return role
}
