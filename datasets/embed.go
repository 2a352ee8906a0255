package datasets

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// embedding is a delay embedding (paper 000, section 5.1): from a series a of
// one input, x_t = [a_δt, a_δt+ε, …, a_δt+(l−1)ε]. Of several inputs, x_t holds
// all at δt, then all at δt+ε, and so on. The zero embedding is none.
type embedding struct {
	l, epsilon, delta int
}

// maxDelay bounds l, ε and δ, so that no product of two overflows.
const maxDelay = 1 << 30

// defaultEmbedding is what sound is embedded with: windows of 400 values, 50 ms
// long, each 1 ms after the one before.
func defaultEmbedding(rate float64) embedding {
	epsilon := max(1, int(math.Round(rate/8000)))
	return embedding{400, epsilon, 8 * epsilon}
}

// String is the embedding as --embed takes it.
func (e embedding) String() string {
	if e == (embedding{}) {
		return "none"
	}
	return fmt.Sprintf("l=%d,epsilon=%d,delta=%d", e.l, e.epsilon, e.delta)
}

// parseEmbed reads --embed; nil stands for "", the default.
func parseEmbed(written string) (*embedding, error) {
	if written == "" {
		return nil, nil
	}
	if written == "none" {
		return &embedding{}, nil
	}
	e := embedding{epsilon: 1, delta: 1}
	parts := map[string]*int{"l": &e.l, "epsilon": &e.epsilon, "delta": &e.delta}
	const form = "write l=400,epsilon=1,delta=8 or none"
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
	if e.l == 0 {
		return nil, message.Usagef("--embed: l, the number of values in a window, is missing; %s", form)
	}
	return &e, nil
}

// span is the number of raw samples that a window reaches over.
func (e embedding) span() int {
	if e.l == 0 {
		return 1
	}
	return (e.l-1)*e.epsilon + 1
}

// windows is the number of windows in a segment of that many raw samples.
func (e embedding) windows(rows int) int {
	if rows < e.span() {
		return 0
	}
	return (rows-e.span())/e.step() + 1
}

// step is the number of raw samples from a window to the next.
func (e embedding) step() int { return max(e.delta, 1) }

// width is the number of values in a window of one input.
func (e embedding) width() int { return max(e.l, 1) }

// middle is the raw sample, counted from the window's first, whose label,
// target and latent variables the window takes.
func (e embedding) middle() int { return (e.span() - 1) / 2 }

// names are the inputs after embedding: the input and how many raw samples
// after the window's first it was taken.
func (e embedding) names(inputs []string) []string {
	if e.l == 0 {
		return inputs
	}
	names := make([]string, 0, e.l*len(inputs))
	for k := range e.l {
		for _, in := range inputs {
			names = append(names, in+"["+strconv.Itoa(k*e.epsilon)+"]")
		}
	}
	return names
}

// tooShort is the error where no segment holds a window.
func (e embedding) tooShort(longest *recording) error {
	if longest.rows == 0 {
		return fmt.Errorf("there are no samples: all segments are empty")
	}
	if longest.rows < 2 {
		return fmt.Errorf("--embed %v needs segments of %d samples, but none has more than one", e, e.span())
	}
	// two windows, so that there is a change, not further apart than a quarter of it
	delta := min(e.delta, max(1, longest.rows/4))
	fits := (longest.rows-1-delta)/e.epsilon + 1
	return fmt.Errorf("--embed %v needs segments of %d samples, but the longest segment, %q, has %s: the largest l of which two windows fit is %d (--embed %v)",
		e, e.span(), longest.name, message.Counted(longest.rows, "sample"), fits, embedding{fits, e.epsilon, delta})
}

// tooLarge is the error where n windows of d values take too much memory. What
// is not embedded cannot: the readers hold to the same limit.
func (e embedding) tooLarge(n, d, most int) error {
	most /= 8
	gib := float64(n) * float64(d) / (1 << 27)
	factor := float64(n) * float64(d) / float64(most)
	return fmt.Errorf("--embed %v gives %d samples of %d inputs, %.1f GiB, more than %d GiB: raise delta to %d, lower l, or keep fewer with --limit %d",
		e, n, d, gib, most>>27, int(math.Ceil(float64(e.delta)*factor*1.01)), most/d)
}

// copyWindows writes the first windows of r to the rows of x from start on.
func (e embedding) copyWindows(ctx context.Context, x *mat.Dense, start int, r *recording, windows, inputs int) error {
	for t := range windows {
		if t%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		row := x.RawRowView(start + t)
		from := r.x[t*e.step()*inputs:]
		if inputs == 1 && e.epsilon > 1 {
			for k := range row {
				row[k] = from[k*e.epsilon]
			}
			continue
		}
		if e.epsilon <= 1 { // the window is one piece
			copy(row, from)
			continue
		}
		for k := range e.width() {
			copy(row[k*inputs:(k+1)*inputs], from[k*e.epsilon*inputs:])
		}
	}
	return nil
}
