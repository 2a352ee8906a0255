package serve

import (
	"io"
	"sync"
	"time"

	"example.com/sfatui/ui/layout"
)

// Limits on what a client claims about its terminal, so that no number from the network sets
// the size of a buffer.
const (
	maxWidth, maxHeight         = 1000, 500
	defaultWidth, defaultHeight = 80, 24
	maxTerm                     = 64  // length of TERM in bytes
	maxValue                    = 256 // length of an environment variable in bytes
)

// sizeOf returns the size of a terminal from a client's claim, within the limits.
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

// windowSize passes on the size of a terminal. A receiver gets the newest size; set never
// blocks.
type windowSize struct {
	mu      sync.Mutex
	now     layout.Size
	changes chan layout.Size
}

// newWindowSize returns the default size.
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
	w.changes <- size // does not block, because only set sends
}

// resend sends the size again for the next program and returns the channel of sizes.
func (w *windowSize) resend() <-chan layout.Size {
	w.mu.Lock()
	now := w.now
	w.mu.Unlock()
	w.set(now)
	return w.changes
}

// input reads the client's keys and passes them to the program that holds the lease. Input
// after the program's end is left for the next.
type input struct{ chunks chan []byte }

// newInput returns an input without a reader.
func newInput() *input { return &input{make(chan []byte)} }

// readFrom reads until the input or the session ends, and calls heard after each read.
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

// lease returns a lease of the input.
func (in *input) lease() *inputLease { return &inputLease{in: in, done: make(chan struct{})} }

// close ends the lease; later reads return io.EOF.
func (l *inputLease) close() { close(l.done) }

// Read reads the next bytes, or io.EOF after the end of the input or the lease.
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

// output writes to a client, and calls onStall if the client reads no bytes for the time stall.
type output struct {
	to      io.Writer
	stall   time.Duration
	onStall func()
}

// maxWrite is the number of bytes that a client must read within the time stall.
const maxWrite = 4 << 10

// Write writes in parts of at most maxWrite bytes, each within the time stall.
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
