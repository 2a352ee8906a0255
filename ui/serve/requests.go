package serve

import (
	"fmt"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
)

// Answers to requests for anything but the workbench.
const (
	onlyWorkbench = "this server shows the sfatui workbench and runs no commands: use ssh -t HOST without a command"
	noSubsystem   = "this server shows only the sfatui workbench: sftp and other subsystems are not available"
	noForwarding  = "forwarding is off: this server shows only the sfatui workbench"
)

// handleRequests answers the requests on the client's channel until it closes.
func (sess *session) handleRequests(in <-chan *gossh.Request) {
	for r := range in {
		ok := sess.handleRequest(r.Type, r.Payload)
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
		if ok && sess.requested != nil {
			requested := sess.requested
			sess.requested = nil
			sess.start(requested)
		}
	}
}

// handleRequest handles one request and reports whether it is granted: requests for a terminal
// and a screen are.
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

// setTerminal stores the client's terminal and reports whether the request is granted.
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

// setVariable stores an environment variable that describes the client's terminal; all others
// are refused.
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

// setCommand selects the function to run: the workbench, or a message with the reason for refusal. The
// request is granted in both cases, because the message needs the channel.
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

// shorten returns a client's text, cleaned and cut to 60 characters, for the log.
func shorten(text string) string {
	text = message.Clean(text)
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// refuse returns a function that prints and logs the refusal.
func (sess *session) refuse(what string, why clean.Text) func() int {
	return func() int {
		sess.server.log.printf("%s: refused %s", sess.name(), what)
		sess.writeLine(sess.channel.Stderr(), "sfatui: "+why)
		return exitRefused
	}
}

// run shows the folder and what the client opens from it until the client leaves. It returns
// the exit status.
func (sess *session) run() int {
	s := sess.server
	s.log.printf("%s: logged in as %s, %s", sess.name(), s.permissions.role(sess.key), sess.terminal())
	sess.input = newInput()
	idle := time.AfterFunc(s.c.Idle, func() { sess.cancel(idleError(s.c.Idle)) })
	defer idle.Stop()
	go s.log.safely("reading keys", func() {
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
