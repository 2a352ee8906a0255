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

// Exit statuses that a client gets.
const (
	exitDone    = 0
	exitRefused = 1
	exitFault   = 70
)

// maxRefusals are the sessions of a connection beyond which one too many is not
// even told why: each that is told stays open for a while.
const maxRefusals = 4

// shellWithin is how long a client may take to ask for its screen.
const shellWithin = 20 * time.Second

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
	line := ctx.Value(lineKey{}).(*line)
	line.enter()
	defer line.leave()
	leave, full := s.limits.enter(key.Fingerprint())
	if full == nil {
		defer leave()
	} else if line.count() > maxRefusals {
		_ = offer.Reject(gossh.ResourceShortage, full.Error())
		return
	}
	channel, requests, err := offer.Accept()
	if err != nil {
		return
	}
	v := &visit{server: s, key: key, channel: channel, conn: conn, full: full, sizes: newSizes(), environ: map[string]string{}}
	closed := make(chan struct{})
	defer close(closed)
	v.late = time.AfterFunc(shellWithin, func() {
		_ = channel.Close()
		select {
		case <-closed:
		case <-time.After(shellWithin): // it does not close its side, and would keep its place
			_ = conn.Close()
		}
	})
	defer v.late.Stop()
	v.requests(requests)
	if v.over != nil { // the client is gone: what runs for it ends
		v.end(errGone)
		<-v.over
		v.linger.Stop()
	}
}

// keyOf is the key that the client of a connection has proved to hold.
func (s *Server) keyOf(ctx ssh.Context) (Key, bool) {
	public, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		return Key{}, false
	}
	return s.keyNamed(public)
}

// requests takes up what a client asks for on its channel, until it closes it.
func (v *visit) requests(in <-chan *gossh.Request) {
	for r := range in {
		ok := v.request(r.Type, r.Payload)
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
		if ok && v.begin != nil {
			begin := v.begin
			v.begin = nil
			v.start(begin)
		}
	}
}

// request takes up one request; it reports whether it was granted. What is
// neither a terminal nor a screen is not.
func (v *visit) request(kind string, payload []byte) bool {
	switch kind {
	case "pty-req":
		return v.takeTerminal(payload)
	case "env":
		return v.takeVariable(payload)
	case "window-change":
		var w struct{ Columns, Rows, Width, Height uint32 }
		if gossh.Unmarshal(payload, &w) != nil {
			return false
		}
		v.sizes.set(sizeOf(w.Columns, w.Rows))
		return true
	case "shell", "exec", "subsystem":
		return v.takeCommand(kind, payload)
	}
	return false
}

// takeTerminal notes the client's terminal.
func (v *visit) takeTerminal(payload []byte) bool {
	var p struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if v.over != nil || v.pty || gossh.Unmarshal(payload, &p) != nil || len(p.Term) > maxTerm {
		return false
	}
	v.pty, v.term = true, message.Clean(p.Term)
	v.sizes.set(sizeOf(p.Columns, p.Rows))
	return true
}

// takeVariable notes the variables that say what the client's terminal can
// show, and no others.
func (v *visit) takeVariable(payload []byte) bool {
	var kv struct{ Name, Value string }
	if v.over != nil || gossh.Unmarshal(payload, &kv) != nil || len(kv.Value) > maxValue {
		return false
	}
	if kv.Name != "COLORTERM" && kv.Name != "NO_COLOR" {
		return false
	}
	v.environ[kv.Name] = message.Clean(kv.Value)
	return true
}

// takeCommand settles what the client gets: its screen, or a refusal. A refusal
// is granted too, so that there is a channel to say why on.
func (v *visit) takeCommand(kind string, payload []byte) bool {
	if v.over != nil || v.begin != nil {
		return false
	}
	var command struct{ Text string }
	if kind != "shell" && gossh.Unmarshal(payload, &command) != nil {
		return false
	}
	text := strings.TrimSpace(command.Text)
	switch {
	case kind == "subsystem":
		v.begin = v.refuse(fmt.Sprintf("subsystem %q", shorten(text)), noSubsystem)
	case text != "" && text != "sfatui":
		v.begin = v.refuse(fmt.Sprintf("command %q", shorten(text)), onlyWorkbench)
	case v.full != nil:
		v.begin = v.refuse("one session too many", clean.Of(v.full.Error()))
	default:
		v.begin = v.show
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
func (v *visit) refuse(what string, why clean.Text) func() int {
	return func() int {
		v.server.logf("%s: refused %s", v.name(), what)
		v.say(v.channel.Stderr(), "sfatui: "+why)
		return exitRefused
	}
}
