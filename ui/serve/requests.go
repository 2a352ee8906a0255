package serve

import (
	"fmt"
	"strings"
	"time"

	"charm.land/ssh"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
)

// What a client is told that asks for something else.
const (
	onlyWorkbench = "this server shows the sfatui workbench and runs no commands: ssh -t HOST, without one"
	noSubsystem   = "this server shows the sfatui workbench only: there is no sftp, nor any other subsystem"
	noForwarding  = "forwarding is off: this server shows the sfatui workbench only"
)

// maxRefusals are the sessions of a connection beyond which one too many is not
// even told why: each that is told stays open for a while.
const maxRefusals = 4

// shellWithin is how long a client may take to ask for its screen.
const requestTimeout = 20 * time.Second

// serveChannel takes up a channel that a client opens: a session, or nothing.
func (s *Server) serveChannel(_ *ssh.Server, conn *gossh.ServerConn, offer gossh.NewChannel, ctx ssh.Context) {
	if offer.ChannelType() != "session" {
		_ = offer.Reject(gossh.Prohibited, noForwarding)
		return
	}
	key, ok := s.keyOf(ctx)
	if !ok {
		_ = offer.Reject(gossh.Prohibited, "who you are is not known")
		return
	}
	line := ctx.Value(connectionKey{}).(*connection)
	line.addSession()
	defer line.removeSession()
	leave, full := s.limits.acquire(key.Fingerprint())
	if full == nil {
		defer leave()
	} else if line.sessionCount() > maxRefusals {
		_ = offer.Reject(gossh.ResourceShortage, full.Error())
		return
	}
	channel, requests, err := offer.Accept()
	if err != nil {
		return
	}
	sess := &session{server: s, key: key, channel: channel, conn: conn, limitErr: full, sizes: newWindowSize(), environ: map[string]string{}}
	closed := make(chan struct{})
	defer close(closed)
	sess.requestTimer = time.AfterFunc(requestTimeout, func() {
		_ = channel.Close()
		select {
		case <-closed:
		case <-time.After(requestTimeout): // it does not close its side, and would keep its place
			_ = conn.Close()
		}
	})
	defer sess.requestTimer.Stop()
	sess.handleRequests(requests)
	if sess.done != nil { // the client is gone: what runs for it ends
		sess.cancel(errDisconnected)
		<-sess.done
		sess.closeTimer.Stop()
	}
}

// keyOf is the key that the client of a connection has proved to hold.
func (s *Server) keyOf(ctx ssh.Context) (Key, bool) {
	public, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		return Key{}, false
	}
	return s.authorisedKey(public)
}

// requests takes up what a client asks for on its channel, until it closes it.
func (sess *session) handleRequests(in <-chan *gossh.Request) {
	for r := range in {
		ok := sess.handleRequest(r.Type, r.Payload)
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
		if ok && sess.requested != nil {
			begin := sess.requested
			sess.requested = nil
			sess.start(begin)
		}
	}
}

// request takes up one request; it reports whether it was granted. What is
// neither a terminal nor a screen is not.
func (sess *session) handleRequest(kind string, payload []byte) bool {
	switch kind {
	case "pty-req":
		return sess.setTerminal(payload)
	case "env":
		return sess.setVariable(payload)
	case "window-change":
		var w struct{ Columns, Rows, Width, Height uint32 }
		if gossh.Unmarshal(payload, &w) != nil {
			return false
		}
		sess.sizes.set(sizeOf(w.Columns, w.Rows))
		return true
	case "shell", "exec", "subsystem":
		return sess.setCommand(kind, payload)
	}
	return false
}

// takeTerminal notes the client's terminal.
func (sess *session) setTerminal(payload []byte) bool {
	var p struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if sess.done != nil || sess.pty || gossh.Unmarshal(payload, &p) != nil || len(p.Term) > maxTerm {
		return false
	}
	sess.pty, sess.term = true, message.Clean(p.Term)
	sess.sizes.set(sizeOf(p.Columns, p.Rows))
	return true
}

// takeVariable notes the variables that say what the client's terminal can
// show, and no others.
func (sess *session) setVariable(payload []byte) bool {
	var kv struct{ Name, Value string }
	if sess.done != nil || gossh.Unmarshal(payload, &kv) != nil || len(kv.Value) > maxValue {
		return false
	}
	if kv.Name != "COLORTERM" && kv.Name != "NO_COLOR" {
		return false
	}
	sess.environ[kv.Name] = message.Clean(kv.Value)
	return true
}

// takeCommand settles what the client gets: its screen, or a refusal. A refusal
// is granted too, so that there is a channel to say why on.
func (sess *session) setCommand(kind string, payload []byte) bool {
	if sess.done != nil || sess.requested != nil {
		return false
	}
	var command struct{ Text string }
	if kind != "shell" && gossh.Unmarshal(payload, &command) != nil {
		return false
	}
	text := strings.TrimSpace(command.Text)
	switch {
	case kind == "subsystem":
		sess.requested = sess.refuse(fmt.Sprintf("subsystem %q", shorten(text)), noSubsystem)
	case text != "" && text != "sfatui":
		sess.requested = sess.refuse(fmt.Sprintf("command %q", shorten(text)), onlyWorkbench)
	case sess.limitErr != nil:
		sess.requested = sess.refuse("one session too many", clean.Of(sess.limitErr.Error()))
	default:
		sess.requested = sess.run
	}
	return true
}

// shorten is text of a client's for the log.
func shorten(text string) string {
	text = message.Clean(text)
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// refuse says why a client gets nothing.
func (sess *session) refuse(what string, why clean.Text) func() int {
	return func() int {
		sess.server.logf("%s: refused %s", sess.name(), what)
		sess.writeLine(sess.channel.Stderr(), "sfatui: "+why)
		return exitRefused
	}
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
