package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
)

// converse serves a client whose terminal cannot be drawn on: lines of plain
// ASCII, and a number to choose what to look at. To start and change sweeps
// takes a screen.
func (v *visit) converse() error {
	lines := make(chan string)
	go v.server.safely("reading lines", func() {
		defer close(lines)
		v.readLines(lines)
	})
	for {
		items, err := v.listPlainly()
		if err != nil {
			return err
		}
		v.print("a number looks at a session, enter lists again, q leaves: ")
		select {
		case text, ok := <-lines:
			if !ok || text == "q" {
				return nil
			}
			if err := v.choosePlainly(items, text, lines); err != nil {
				return err
			}
		case <-v.ctx.Done():
			return nil
		}
	}
}

// listPlainly prints the sessions, numbered.
func (v *visit) listPlainly() ([]ui.Choice, error) {
	all, err := v.server.folder.choices(v.ctx)
	if err != nil {
		return nil, err
	}
	var items []ui.Choice
	for _, c := range all {
		if strings.HasPrefix(c.ID, aSession+":") {
			items = append(items, c)
		}
	}
	v.println("")
	v.println(clean.Sprintf("sfatui %s (%s), sessions: %d", v.server.title(), v.note(), len(items)))
	for i, c := range items {
		v.println(clean.Sprintf("%3d  %s  %s", i+1, c.Name, c.Detail))
	}
	if v.pty {
		v.println("this terminal shows text only; one with TERM=xterm or the like shows the workbench")
	}
	return items, nil
}

// choosePlainly looks at the session whose number was typed.
func (v *visit) choosePlainly(items []ui.Choice, text string, lines <-chan string) error {
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(items) {
		v.println("no session has the number " + clean.Of(text))
		return nil
	}
	_, dir, err := v.server.folder.find(items[n-1].ID)
	if err == nil {
		err = v.followPlainly(dir, lines)
	}
	if err != nil && v.ctx.Err() == nil {
		v.println(clean.Of(err.Error()))
	}
	return nil
}

// errEnough ends the look at a session.
var errEnough = errors.New("enough")

// followPlainly prints how a sweep gets on until it ends or a line is typed,
// and then its table.
func (v *visit) followPlainly(dir string, lines <-chan string) error {
	ctx, cancel := context.WithCancelCause(v.ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	defer close(ended)
	go v.server.safely("waiting for a line", func() {
		select {
		case _, ok := <-lines:
			if ok { // else there is no more input, and the sweep is watched to its end
				cancel(errEnough)
			}
		case <-ended:
		}
	})
	s, err := sessions.OpenAt(store.In(v.server.c.Root, dir))
	if err != nil {
		return err
	}
	v.println(clean.Sprintf("%s: %s, enter goes back", s.Header.Name, s.State().Status))
	var st record.State
	was := s.State()
	tenth := -1
	err = v.server.broker.follow(ctx, s, func(r record.Record) error {
		st = record.Reduce(st, r)
		if st.Last < was.Last || len(st.Results) < len(was.Results) {
			return nil // as it was found
		}
		if now := 10 * len(st.Results) / max(st.Total, 1); r.Kind == string(sweep.PointDone) && now > tenth {
			tenth = now
			v.println(progressOf(st))
		}
		if st.Ended() {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) && !errors.Is(context.Cause(ctx), errEnough) {
		return err
	}
	if s, err = s.Reopen(); err != nil {
		return err
	}
	v.println(progressOf(s.State()))
	v.table(report.TableOf(s))
	return nil
}

// progressOf says how far a sweep is.
func progressOf(st record.State) clean.Text {
	return clean.Sprintf("%s: %d of %d points", st.Status, len(st.Results), st.Total)
}

// table prints the configurations of a sweep.
func (v *visit) table(t report.Table) {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, ascii("\t"+strings.Join(t.Head, "\t")))
	for i, row := range t.Body {
		mark := " "
		if i == t.Best {
			mark = "*"
		}
		fmt.Fprintln(tw, ascii(mark+"\t"+strings.Join(row, "\t")))
	}
	_ = tw.Flush() // into memory
	for line := range strings.Lines(b.String()) {
		v.println(clean.Of(strings.TrimRight(line, " \n")))
	}
	if t.Best >= 0 {
		v.println("* best on validation")
	}
}

func (v *visit) println(text clean.Text) { v.print(v.line(text)) }

// print writes plain text; what the client does not take ends its visit.
func (v *visit) print(text clean.Text) { _, _ = io.WriteString(v.out, ascii(string(text))) }

// signs are the signs of the program in ASCII.
var signs = strings.NewReplacer("σ", "sigma", "λ", "lambda", "η", "eta", "Δ", "delta", "±", "+/-", "–", "-", "−", "-", "—", "-",
	"×", "x", "·", "|", "…", "...", "≈", "~", "≤", "<=", "≥", ">=", "✓", "ok", "✗", "x", "°", " deg", "²", "^2", "⁻", "-", "’", "'", "“", `"`, "”", `"`)

// ascii is text in ASCII: signs of the program by what they stand for, others as ?.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, signs.Replace(text))
}

// maxTyped bounds a line that is typed, in bytes.
const maxTyped = 200

// readLines sends the lines that the client types. Where it has a terminal in
// raw mode, what it types is shown to it from here.
func (v *visit) readLines(lines chan<- string) {
	in := v.keys.lend()
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
				v.echo("\r\n")
				if !v.sendLine(lines, string(typed)) {
					return
				}
				typed = typed[:0]
			case c == 3, c == 4: // Ctrl+C, Ctrl+D
				v.echo("\r\n")
				v.sendLine(lines, "q")
				return
			case c == 0x7f, c == '\b':
				if len(typed) > 0 {
					typed = typed[:len(typed)-1]
					v.echo("\b \b")
				}
			case c >= ' ' && c <= '~' && len(typed) < maxTyped:
				typed = append(typed, c)
				v.echo(clean.Of(string(rune(c))))
			}
		}
		if err != nil {
			return
		}
	}
}

// echo shows what was typed to a client that does not do so itself.
func (v *visit) echo(text clean.Text) {
	if v.pty {
		v.print(text)
	}
}

func (v *visit) sendLine(lines chan<- string, text string) bool {
	select {
	case lines <- strings.TrimSpace(text):
		return true
	case <-v.ctx.Done():
		return false
	}
}
