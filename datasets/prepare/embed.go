package prepare

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// Embedding is a delay embedding (paper 000, section 5.1): from a series a of
// one input, x_t = [a_δt, a_δt+ε, …, a_δt+(l−1)ε]. With several inputs, x_t
// holds all at δt, then all at δt+ε, and so on. The zero value is no embedding.
type Embedding struct {
	L, Epsilon, Delta int
}

// maxDelay is the maximum of l, ε and δ, so that no product of two overflows.
const maxDelay = 1 << 30

// DefaultEmbedding returns the default for sound: windows of 400 values, 50 ms
// long, 1 ms apart.
func DefaultEmbedding(rate float64) Embedding {
	epsilon := max(1, int(math.Round(rate/8000)))
	return Embedding{400, epsilon, 8 * epsilon}
}

// String returns the embedding in the notation of --embed.
func (e Embedding) String() string {
	if e == (Embedding{}) {
		return "none"
	}
	return fmt.Sprintf("l=%d,epsilon=%d,delta=%d", e.L, e.Epsilon, e.Delta)
}

// ParseEmbedding parses --embed; nil for "", the default.
func ParseEmbedding(written string) (*Embedding, error) {
	if written == "" {
		return nil, nil
	}
	if written == "none" {
		return &Embedding{}, nil
	}
	e := Embedding{Epsilon: 1, Delta: 1}
	parts := map[string]*int{"l": &e.L, "epsilon": &e.Epsilon, "delta": &e.Delta}
	const form = "write l=8,epsilon=1,delta=1 or none"
	for part := range strings.SplitSeq(message.Clean(written), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		p, ok := parts[name]
		if !ok {
			return nil, message.Usagef("--embed: %q is not one of l, epsilon and delta, each once; %s", part, form)
		}
		delete(parts, name)
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxDelay {
			return nil, message.Usagef("--embed: %s must be a whole number from 1 to %d, not %q; %s", name, maxDelay, value, form)
		}
		*p = n
	}
	if e.L == 0 {
		return nil, message.Usagef("--embed: l, the number of values in a window, is missing; %s", form)
	}
	return &e, nil
}

// Span returns the number of raw samples that a window spans.
func (e Embedding) Span() int {
	if e.L == 0 {
		return 1
	}
	return (e.L-1)*e.Epsilon + 1
}

// Windows returns the number of windows in a segment of that many raw samples.
func (e Embedding) Windows(rows int) int {
	if rows < e.Span() {
		return 0
	}
	return (rows-e.Span())/e.Step() + 1
}

// Step returns the number of raw samples between the starts of consecutive
// windows.
func (e Embedding) Step() int { return max(e.Delta, 1) }

// Overlap returns the largest distance, in windows, between two windows that
// depend on a common sample. raw is the same distance between raw samples,
// which overlap if they are frames.
func (e Embedding) Overlap(raw int) int { return (e.Span() - 1 + raw) / e.Step() }

// Width returns the number of values in a window of one input.
func (e Embedding) Width() int { return max(e.L, 1) }

// Middle returns the index within the window of the raw sample whose label,
// target and latent variables it takes.
func (e Embedding) Middle() int { return (e.Span() - 1) / 2 }

// Names returns the names of the inputs after embedding: the input and its
// delay in raw samples from the window's start.
func (e Embedding) Names(inputs []string) []string {
	if e.L == 0 {
		return inputs
	}
	names := make([]string, 0, e.L*len(inputs))
	for k := range e.L {
		for _, in := range inputs {
			names = append(names, in+"["+strconv.Itoa(k*e.Epsilon)+"]")
		}
	}
	return names
}

// TooShort returns the error if no segment holds a window.
func (e Embedding) TooShort(longest *data.Recording) error {
	if longest.Rows == 0 {
		return fmt.Errorf("there are no samples: all segments are empty")
	}
	if longest.Rows < 2 {
		return fmt.Errorf("--embed %v needs segments of %d samples, but none has more than one", e, e.Span())
	}
	// two windows, for a change between them, at most a quarter of it apart
	delta := min(e.Delta, max(1, longest.Rows/4))
	fits := (longest.Rows-1-delta)/e.Epsilon + 1
	return fmt.Errorf("--embed %v needs segments of %d samples, but the longest segment, %q, has %s: the largest l of which two windows fit is %d (--embed %v)",
		e, e.Span(), longest.Name, message.Counted(longest.Rows, "sample"), fits, Embedding{fits, e.Epsilon, delta})
}

// TooLarge returns the error if n windows of d values exceed the memory, most
// bytes. It occurs only with an embedding, because the readers have the same
// limit.
func (e Embedding) TooLarge(n, d, most int) error {
	most /= 8
	gib := float64(n) * float64(d) / (1 << 27)
	factor := float64(n) * float64(d) / float64(most)
	return fmt.Errorf("--embed %v gives %d samples of %d inputs, %.1f GiB, more than %d GiB: raise delta to %d, lower l, or keep fewer with --limit %d",
		e, n, d, gib, most>>27, int(math.Ceil(float64(e.Delta)*factor*1.01)), most/d)
}

// CopyWindows copies the first windows of r to the rows of x from start on.
func (e Embedding) CopyWindows(ctx context.Context, x *mat.Dense, start int, r *data.Recording, windows, inputs int) error {
	for t := range windows {
		if t%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		row := x.RawRowView(start + t)
		from := r.X[t*e.Step()*inputs:]
		if inputs == 1 && e.Epsilon > 1 {
			for k := range row {
				row[k] = from[k*e.Epsilon]
			}
			continue
		}
		if e.Epsilon <= 1 { // the window is contiguous
			copy(row, from)
			continue
		}
		for k := range e.Width() {
			copy(row[k*inputs:(k+1)*inputs], from[k*e.Epsilon*inputs:])
		}
	}
	return nil
}
