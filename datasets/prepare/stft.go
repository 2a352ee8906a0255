package prepare

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/dsp/fourier"
)

// stft is a short-time Fourier transform (paper 002, section 4.2): frames of
// length samples at intervals of hop samples.
type stft struct {
	length, hop int
	values      string
}

// stftValues holds the representations of the complex values.
var stftValues = []string{"complex", "magnitude", "power", "log"}

// maxFrame is the maximum length of a frame.
const maxFrame = 1 << 16

// logFloor is added to a power before its logarithm is taken, which makes that
// of silence finite.
const logFloor = 1e-12

// parseSTFT parses --stft; nil for none.
func parseSTFT(written string) (Step, error) {
	if written == "" || written == "none" {
		return nil, nil
	}
	s := stft{length: 512, values: stftValues[0]}
	const form = "write length=512,hop=256,values=complex (or magnitude, power, log)"
	seen := map[string]bool{}
	for part := range strings.SplitSeq(message.Clean(written), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if seen[name] {
			return nil, message.Usagef("--stft: %s is given twice; %s", name, form)
		}
		seen[name] = true
		n, err := strconv.Atoi(value)
		whole := err == nil && n >= 1 && n <= maxFrame
		switch {
		case name == "length" && whole && n >= 4 && n%2 == 0:
			s.length = n
		case name == "length":
			return nil, message.Usagef("--stft: length must be an even number from 4 to %d, not %q; %s", maxFrame, value, form)
		case name == "hop" && whole:
			s.hop = n
		case name == "hop":
			return nil, message.Usagef("--stft: hop must be a whole number from 1 to %d, not %q; %s", maxFrame, value, form)
		case name == "values" && slices.Contains(stftValues, value):
			s.values = value
		default:
			return nil, message.Usagef("--stft: %q: %s", part, form)
		}
	}
	if s.hop == 0 {
		s.hop = s.length / 2
	}
	return s, nil
}

func (s stft) String() string {
	return fmt.Sprintf("length=%d,hop=%d,values=%s", s.length, s.hop, s.values)
}

// width returns the number of values of a frame of one input. Complex values
// are the real part at 0, real and imaginary part at each multiple of
// rate/length, and the real part at half the rate.
func (s stft) width() int {
	if s.values == "complex" {
		return s.length
	}
	return s.length/2 + 1
}

// names returns the names of a frame's values, by input and frequency in Hz, or
// by the index of the frequency if the rate is unknown.
func (s stft) names(inputs []string, rate float64) []string {
	var names []string
	for _, in := range inputs {
		for k := range s.length/2 + 1 {
			at := strconv.Itoa(k)
			if rate > 0 {
				at = fmt.Sprintf("%.6gHz", float64(k)*rate/float64(s.length))
			}
			name := in + "@" + at
			if s.values != "complex" {
				names = append(names, name)
				continue
			}
			names = append(names, name+".re")
			if k > 0 && k < s.length/2 {
				names = append(names, name+".im")
			}
		}
	}
	return names
}

// Apply replaces the samples of each segment by the frames of an STFT under a
// half period of a sine, divided by its sum: a tone of amplitude a at one of
// the frequencies has magnitude a/2. Labels and targets are those of the
// frame's middle row.
func (s stft) Apply(ctx context.Context, m *data.Raw, memory Memory) error {
	if m.Kind == data.Images {
		return message.Usagef("--stft is for series: images are not sampled in time")
	}
	d, width := len(m.Inputs), s.width()
	if d*width > data.MaxInputs {
		return message.Usagef("--stft %v gives %d inputs, more than %d: choose a shorter length, or fewer --columns", s, d*width, data.MaxInputs)
	}
	var short []string
	var kept []*data.Recording
	for _, r := range m.Recordings {
		if r.Rows < s.length {
			short = append(short, r.Name)
			continue
		}
		frames := (r.Rows-s.length)/s.hop + 1
		if err := memory.Hold(frames*d*width, r.Name); err != nil {
			return err
		}
		if err := s.transform(ctx, memory, r, frames, d); err != nil {
			return err
		}
		kept = append(kept, r)
	}
	if kept == nil {
		return fmt.Errorf("--stft %v: no segment is as long as a frame; choose a shorter length", s)
	}
	if short != nil {
		m.Found.Short += len(short)
		m.Note("skipped, shorter than a frame of %d samples: %s (%s)", s.length, message.Counted(len(short), "segment"), message.List(short))
	}
	m.Recordings, m.Framed = kept, true
	m.Spread = (s.length - 1 + m.Spread) / s.hop
	if m.Alone != nil {
		m.Alone, m.Whole = nil, fmt.Sprintf("--normalise before --stft %v", s)
	}
	m.Inputs, m.Rate = s.names(m.Inputs, m.Rate), m.Rate/float64(s.hop)
	m.Did("short-time Fourier transform %v with a half-sine window", s)
	return nil
}

// transform replaces a recording of d inputs by its frames.
func (s stft) transform(ctx context.Context, memory Memory, r *data.Recording, frames, d int) error {
	window, sum := make([]float64, s.length), 0.0
	for i := range window {
		window[i] = math.Sin(math.Pi / float64(s.length) * (float64(i) + 0.5))
		sum += window[i]
	}
	width, middle := s.width(), make([]int, frames)
	x, err := memory.Floats(frames * d * width)
	if err != nil {
		return err
	}
	x = x[:0]
	transform := fourier.NewFFT(s.length)
	frame, spectrum := make([]float64, s.length), make([]complex128, s.length/2+1)
	for t := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		middle[t] = t*s.hop + (s.length-1)/2
		for c := range d {
			for i := range frame {
				frame[i] = r.X[(t*s.hop+i)*d+c] * window[i] / sum
			}
			x = s.appendValues(x, transform.Coefficients(spectrum, frame))
		}
	}
	r.PickRows(middle)
	r.X = x
	return nil
}

// appendValues appends the selected representation of a spectrum.
func (s stft) appendValues(x []float64, spectrum []complex128) []float64 {
	for k, v := range spectrum {
		power := real(v)*real(v) + imag(v)*imag(v)
		switch s.values {
		case "complex":
			x = append(x, real(v))
			if k > 0 && k < s.length/2 {
				x = append(x, imag(v))
			}
		case "magnitude":
			x = append(x, cmplx.Abs(v))
		case "power":
			x = append(x, power)
		default:
			x = append(x, math.Log(logFloor+power))
		}
	}
	return x
}
