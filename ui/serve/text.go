package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
)

// runText serves a client whose terminal cannot draw a screen: in lines of ASCII it lists
// sessions and follows the one whose number the client types. It does not start or change
// sweeps.
func (sess *session) runText() error {
	lines := make(chan string)
	go sess.server.log.safely("reading lines", func() {
		defer close(lines)
		sess.readLines(lines)
	})
	for {
		items, err := sess.listText()
		if err != nil {
			return err
		}
		sess.print("number: show a session, enter: list again, q: quit: ")
		select {
		case text, ok := <-lines:
			if !ok || text == "q" {
				return nil
			}
			if err := sess.chooseText(items, text, lines); err != nil {
				return err
			}
		case <-sess.ctx.Done():
			return nil
		}
	}
}

// listText prints and returns the numbered sessions.
func (sess *session) listText() ([]choice, error) {
	all, err := sess.server.catalogue.choices(sess.ctx)
	if err != nil {
		return nil, err
	}
	var items []choice
	for _, c := range all {
		if strings.HasPrefix(c.ID, aSession+":") {
			items = append(items, c)
		}
	}
	sess.println("")
	sess.println(clean.Sprintf("sfatui %s (%s), sessions: %d", sess.server.title(), sess.roleText(), len(items)))
	for i, c := range items {
		sess.println(clean.Sprintf("%3d  %s  %s", i+1, c.Name, c.Detail))
	}
	if sess.pty {
		sess.println("this terminal shows only text; a terminal with TERM=xterm or similar shows the workbench")
	}
	return items, nil
}

// chooseText follows the session with the number that the user typed.
func (sess *session) chooseText(items []choice, text string, lines <-chan string) error {
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(items) {
		sess.println("no session with number " + clean.Of(text))
		return nil
	}
	dir, err := sess.server.catalogue.find(items[n-1].ID)
	if err == nil {
		err = sess.followText(dir, lines)
	}
	if err != nil && sess.ctx.Err() == nil {
		sess.println(clean.Of(sess.server.hideFolder(err).Error()))
	}
	return nil
}

// errReturn is the error that ends followText.
var errReturn = errors.New("enough")

// followText prints the progress of a sweep until it ends or a line is typed, and then its
// table. Lines that are typed after that are for the next prompt.
func (sess *session) followText(dir string, lines <-chan string) error {
	s, err := sessions.OpenAt(store.In(sess.server.c.Root, dir))
	if err != nil {
		return err
	}
	sess.println(clean.Sprintf("%s: %s, enter goes back", s.Header.Name, s.State().Status))
	ctx, cancel := context.WithCancelCause(sess.ctx)
	defer cancel(nil)
	ended, waited := make(chan struct{}), make(chan struct{})
	go sess.server.log.safely("waiting for a line", func() {
		defer close(waited)
		select {
		case _, ok := <-lines:
			if ok { // at the end of input, the sweep is followed to its end
				cancel(errReturn)
			}
		case <-ended:
		}
	})
	var st record.State
	was := s.State()
	tenth := -1
	err = sess.server.relay.follow(ctx, s, func(r record.Record) error {
		st.Take(r)
		if st.Last < was.Last || len(st.Results) < len(was.Results) {
			return nil // record that existed before
		}
		if now := 10 * len(st.Results) / max(st.Total, 1); r.Kind == string(sweep.PointDone) && now > tenth {
			tenth = now
			sess.println(progressOf(st))
		}
		if st.Ended() {
			return errReturn
		}
		return nil
	})
	close(ended)
	<-waited
	if !errors.Is(err, errReturn) && !errors.Is(context.Cause(ctx), errReturn) {
		return err
	}
	if s, err = s.Reopen(); err != nil {
		return err
	}
	sess.table(report.TableOf(s), s.By())
	sess.println(progressOf(s.State())) // last, where a long table leaves it on the screen
	return nil
}

// progressOf returns the status of a sweep and the number of its finished points.
func progressOf(st record.State) clean.Text {
	return clean.Sprintf("%s: %d of %d points", st.Status, len(st.Results), st.Total)
}

// table prints the configurations of a sweep.
func (sess *session) table(t report.Table, by choose.By) {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, ascii("\t"+strings.Join(t.Head, "\t")))
	for i, row := range t.Body {
		fmt.Fprintln(tw, ascii(strings.ReplaceAll(t.Mark(i), "★", "*")+"\t"+strings.Join(row, "\t")))
	}
	_ = tw.Flush() // cannot fail in memory
	for line := range strings.Lines(b.String()) {
		sess.println(clean.Of(strings.TrimRight(line, " \n")))
	}
	if t.Marks != nil {
		sess.println(clean.Sprintf("* best on %s, ~ not distinguishable from best", by.On()))
	}
}

// println prints a line in ASCII.
func (sess *session) println(text clean.Text) { sess.print(sess.withLineEnd(text)) }

// print writes text in ASCII. A client that does not read it is disconnected.
func (sess *session) print(text clean.Text) { _, _ = io.WriteString(sess.output, ascii(string(text))) }

// asciiSigns replaces the program's signs by ASCII.
var asciiSigns = strings.NewReplacer("σ", "sigma", "λ", "lambda", "η", "eta", "Δ", "delta", "±", "+/-", "–", "-", "−", "-", "—", "-",
	"×", "x", "·", "|", "…", "...", "≈", "~", "≤", "<=", "≥", ">=", "✓", "ok", "✗", "x", "°", " deg", "²", "^2", "⁻", "-", "’", "'", "“", `"`, "”", `"`)

// ascii returns text in ASCII, with ? for characters other than the program's signs.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, asciiSigns.Replace(text))
}

// maxLine is the largest length of a typed line, in bytes.
const maxLine = 200

// readLines sends the lines that the client types, and echoes them to a terminal, which is in
// raw mode.
func (sess *session) readLines(lines chan<- string) {
	in := sess.input.lease()
	var typed []byte
	var last byte
	buf := make([]byte, 256)
	for {
		n, err := in.Read(buf)
		for _, c := range buf[:n] {
			after := last
			last = c
			switch {
			case c == '\n' && after == '\r':
			case c == '\r', c == '\n':
				sess.echo("\r\n")
				if !sess.sendLine(lines, string(typed)) {
					return
				}
				typed = typed[:0]
			case c == 3, c == 4: // Ctrl+C, Ctrl+D
				sess.echo("\r\n")
				sess.sendLine(lines, "q")
				return
			case c == 0x7f, c == '\b':
				if len(typed) > 0 {
					typed = typed[:len(typed)-1]
					sess.echo("\b \b")
				}
			case c >= ' ' && c <= '~' && len(typed) < maxLine:
				typed = append(typed, c)
				sess.echo(clean.Of(string(rune(c))))
			}
		}
		if err != nil {
			return
		}
	}
}

// echo prints typed text if the client has a terminal.
func (sess *session) echo(text clean.Text) {
	if sess.pty {
		sess.print(text)
	}
}

// sendLine sends a line and reports whether the session is still open.
func (sess *session) sendLine(lines chan<- string, text string) bool {
	select {
	case lines <- strings.TrimSpace(text):
		return true
	case <-sess.ctx.Done():
		return false
	}
}
