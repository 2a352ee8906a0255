package control

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/page"
)

// Probed is the answer to an inquiry.
type Probed struct {
	ID         int
	Err        error
	Inspection *resolve.Inspection
	Rescored   *resolve.Rescored
	Variances  []float64
	Predicted  *resolve.Predicted
	Aligned    *resolve.Aligned
	Atoms      *resolve.Atoms
	Watched    *run.Watched
}

// Prober answers what the page shown asks.
type Prober struct {
	sc   *page.Scene
	ctl  *Control
	host Host     // nil where the program computes by itself
	seen []learnt // the latest last
}

// learnt are atoms that learning need not find again.
type learnt struct {
	hash  string // of the data
	key   sweep.PartsKey
	atoms *resolve.Atoms
}

// mostLearnt is how many atoms are kept: some MB each, for the folds of a few fronts.
const mostLearnt = 12

// remembered are the atoms that an inquiry asks for, nil where they are not known.
func (b *Prober) remembered(q page.Inquiry) *resolve.Atoms {
	if q.Kind != page.Dissecting {
		return nil
	}
	key := resolve.AtomsKey(q.Point)
	for i, l := range b.seen {
		if l.hash == b.sc.Hash && l.key == key {
			b.seen = append(slices.Delete(b.seen, i, i+1), l)
			return l.atoms
		}
	}
	return nil
}

// NewProber is a prober for the pages of a scene.
func NewProber(sc *page.Scene, ctl *Control, h Host) *Prober {
	return &Prober{sc: sc, ctl: ctl, host: h}
}

// settle is how long a selection must stand before a point is computed again.
const settle = 150 * time.Millisecond

// Attend begins what the view shown needs, and cancels what is computed for one
// that was left. What only moved by itself waits for what is being computed:
// each new best point would put off the answer for ever.
func (b *Prober) Attend() tea.Cmd {
	sc := b.sc
	want, any := sc.Asks()
	for _, p := range sc.Probes {
		if p != nil && p.Pending && !(any && sc.Serves(p, want)) {
			p.Cancel()
			sc.Probes[p.Kind] = nil
		}
	}
	if !any {
		return nil
	}
	if p := sc.Probes[want.Kind]; p != nil && (p.Pending || p.Inquiry == want) {
		return nil
	}
	if x := b.remembered(want); x != nil {
		p := &page.Probe{Inquiry: want, Hand: sc.Chosen(), ID: b.ctl.NextID(), Atoms: x}
		sc.Probes[want.Kind], sc.Answers[want.Kind] = p, p
		return nil
	}
	if sc.Set == nil {
		return b.ctl.NeedData()
	}
	return b.probe(want)
}

func (b *Prober) probe(q page.Inquiry) tea.Cmd {
	sc := b.sc
	ctx, cancel := context.WithCancel(b.ctl.Work.Context)
	p := &page.Probe{Inquiry: q, Hand: sc.Chosen(), ID: b.ctl.NextID(), Cancel: cancel, Pending: true}
	sc.Probes[q.Kind] = p
	set, hash, w, bench := sc.Set, sc.Hash, b.ctl.Work, b.host
	var folds, readouts []part.Point
	if q.Kind == page.Rescoring {
		for _, r := range sc.Table.Row(&sc.Sweep).Results {
			if r.Error == "" {
				folds = append(folds, r.Point)
			}
		}
		for i := range sc.Sweep.Rows {
			readouts = append(readouts, sc.Sweep.Rows[i].Config)
		}
	}
	return func() tea.Msg {
		answer := Probed{ID: p.ID}
		w.Aside(func() {
			defer cancel()
			select {
			case <-time.After(settle):
			case <-ctx.Done():
				answer.Err = ctx.Err()
				return
			}
			if bench != nil {
				done, err := bench.Aside(ctx)
				if err != nil {
					answer.Err = err
					return
				}
				defer done()
			}
			answer.Err = w.Safely(func() (err error) {
				switch q.Kind {
				case page.Inspecting:
					answer.Inspection, err = resolve.Inspect(ctx, set, hash, q.Point)
				case page.Rescoring:
					answer.Rescored, err = resolve.Rescore(ctx, set, hash, folds, readouts)
				case page.Checking:
					answer.Variances, err = resolve.Variances(ctx, set, hash, q.Point)
				case page.Predicting:
					answer.Predicted, err = resolve.Predictions(ctx, set, hash, q.Point)
				case page.Aligning:
					answer.Aligned, err = resolve.Alignments(ctx, set, hash, q.Point)
				case page.Dissecting:
					answer.Atoms, err = resolve.AtomsOf(ctx, set, hash, q.Point)
				case page.Watching:
					answer.Watched, err = run.Watch(ctx, set, hash, q.Point)
				}
				return err
			})
		})
		return answer
	}
}

// Probed takes up an answer, unless something else was asked since.
func (b *Prober) Probed(msg Probed) {
	sc := b.sc
	for _, p := range sc.Probes {
		if p != nil && p.ID == msg.ID {
			p.Pending, p.Err, p.Inspection, p.Rescored, p.Variances, p.Predicted, p.Aligned, p.Atoms, p.Watched = false, msg.Err, msg.Inspection, msg.Rescored, msg.Variances, msg.Predicted, msg.Aligned, msg.Atoms, msg.Watched
			if p.Err == nil {
				sc.Answers[p.Kind] = p
				if p.Atoms != nil {
					b.seen = append(b.seen[max(0, len(b.seen)+1-mostLearnt):], learnt{sc.Hash, resolve.AtomsKey(p.Point), p.Atoms})
				}
			}
		}
	}
}
