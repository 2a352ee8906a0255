package serve

import (
	"io"
	"sync"
	"time"

	"example.com/sfatui/ui"
)

// The terminal of a client is told what it claims to be, within bounds: nothing
// is made as large as a number that came over the wire.
const (
	maxWidth, maxHeight         = 1000, 500
	defaultWidth, defaultHeight = 80, 24
	maxTerm                     = 64  // bytes of TERM
	maxValue                    = 256 // bytes of an environment variable
)

// sizeOf is a terminal's size as a client claims it.
func sizeOf(columns, rows uint32) ui.Size {
	size := ui.Size{W: defaultWidth, H: defaultHeight}
	if columns > 0 {
		size.W = int(min(columns, maxWidth))
	}
	if rows > 0 {
		size.H = int(min(rows, maxHeight))
	}
	return size
}

// sizes passes on the size of a terminal: whoever looks gets the newest, and no
// number of changes makes anyone wait.
type windowSize struct {
	mu      sync.Mutex
	now     ui.Size
	changes chan ui.Size
}

func newWindowSize() *windowSize {
	return &windowSize{now: ui.Size{W: defaultWidth, H: defaultHeight}, changes: make(chan ui.Size, 1)}
}

// set tells another size.
func (s *windowSize) set(size ui.Size) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = size
	select {
	case <-s.changes:
	default:
	}
	s.changes <- size // only set sends, so that there is room
}

// again tells the size to the program that runs next.
func (s *windowSize) resend() <-chan ui.Size {
	s.mu.Lock()
	now := s.now
	s.mu.Unlock()
	s.set(now)
	return s.changes
}

// keyboard reads a client's input and hands it to the program that is on the
// screen. A program that has ended leaves what comes later to the next.
type input struct{ chunks chan []byte }

func newInput() *input { return &input{make(chan []byte)} }

// pump reads until the input or the visit ends, and calls heard at every input.
func (k *input) readFrom(in io.Reader, ended <-chan struct{}, heard func()) {
	defer close(k.chunks)
	for {
		buf := make([]byte, 1024)
		n, err := in.Read(buf)
		if n > 0 {
			heard()
			select {
			case k.chunks <- buf[:n]:
			case <-ended:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// keys is the keyboard in the hands of one program, until it is closed.
type inputLease struct {
	in   *input
	done chan struct{}
	rest []byte
}

func (k *input) lease() *inputLease { return &inputLease{in: k, done: make(chan struct{})} }

func (r *inputLease) close() { close(r.done) }

func (r *inputLease) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		select {
		case b, ok := <-r.in.chunks:
			if !ok {
				return 0, io.EOF
			}
			r.rest = b
		case <-r.done:
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// screen writes to a client. One that takes nothing for long is dropped; until
// then only its own program waits.
type output struct {
	to      io.Writer
	stall   time.Duration
	onStall func()
}

// maxWrite is how many bytes a client has to take within the time for a stall.
const maxWrite = 4 << 10

func (s *output) Write(p []byte) (done int, err error) {
	for done < len(p) {
		part := p[done:min(done+maxWrite, len(p))]
		late := time.AfterFunc(s.stall, s.onStall)
		n, err := s.to.Write(part)
		late.Stop()
		done += n
		if err != nil {
			return done, err
		}
	}
	return done, nil
}
