package serve

import (
	"io"
	"sync"
	"time"

	"example.com/sfatui/ui/layout"
)

// Bounds of what a client claims of its terminal: no buffer is as large as a number
// from the network.
const (
	maxWidth, maxHeight         = 1000, 500
	defaultWidth, defaultHeight = 80, 24
	maxTerm                     = 64  // bytes of TERM
	maxValue                    = 256 // bytes of an environment variable
)

// sizeOf is a terminal's size as a client claims it.
func sizeOf(columns, rows uint32) layout.Size {
	size := layout.Size{W: defaultWidth, H: defaultHeight}
	if columns > 0 {
		size.W = int(min(columns, maxWidth))
	}
	if rows > 0 {
		size.H = int(min(rows, maxHeight))
	}
	return size
}

// windowSize passes on the size of a terminal. A receiver gets the newest; set never
// waits for one.
type windowSize struct {
	mu      sync.Mutex
	now     layout.Size
	changes chan layout.Size
}

func newWindowSize() *windowSize {
	return &windowSize{now: layout.Size{W: defaultWidth, H: defaultHeight}, changes: make(chan layout.Size, 1)}
}

// set changes the size.
func (w *windowSize) set(size layout.Size) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = size
	select {
	case <-w.changes:
	default:
	}
	w.changes <- size // only set sends, so that there is room
}

// resend sends the size again, for the program that runs next.
func (w *windowSize) resend() <-chan layout.Size {
	w.mu.Lock()
	now := w.now
	w.mu.Unlock()
	w.set(now)
	return w.changes
}

// input reads what a client types and passes it to the program that holds the lease.
// What comes after the program's end is left for the next.
type input struct{ chunks chan []byte }

func newInput() *input { return &input{make(chan []byte)} }

// readFrom reads until the input or the session ends, and calls heard at each read.
func (in *input) readFrom(r io.Reader, ended <-chan struct{}, heard func()) {
	defer close(in.chunks)
	for {
		buf := make([]byte, 1024)
		n, err := r.Read(buf)
		if n > 0 {
			heard()
			select {
			case in.chunks <- buf[:n]:
			case <-ended:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// inputLease is the input of one program, until it is closed.
type inputLease struct {
	in   *input
	done chan struct{}
	rest []byte
}

func (in *input) lease() *inputLease { return &inputLease{in: in, done: make(chan struct{})} }

func (l *inputLease) close() { close(l.done) }

func (l *inputLease) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		select {
		case b, ok := <-l.in.chunks:
			if !ok {
				return 0, io.EOF
			}
			l.rest = b
		case <-l.done:
			return 0, io.EOF
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// output writes to a client, and calls onStall where the client takes no bytes within
// the time stall.
type output struct {
	to      io.Writer
	stall   time.Duration
	onStall func()
}

// maxWrite is the number of bytes that a client has to take within the time stall.
const maxWrite = 4 << 10

func (o *output) Write(p []byte) (done int, err error) {
	for done < len(p) {
		part := p[done:min(done+maxWrite, len(p))]
		timer := time.AfterFunc(o.stall, o.onStall)
		n, err := o.to.Write(part)
		timer.Stop()
		done += n
		if err != nil {
			return done, err
		}
	}
	return done, nil
}
