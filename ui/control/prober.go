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

// Probed is the message with the answer to an inquiry.
type Probed struct {
	ID int
	page.Outcome
}

// Prober computes the inquiries of the current page.
type Prober struct {
	sc        *page.Scene
	ctl       *Control
	host      Host          // nil where the program computes by itself
	atomCache []cachedAtoms // latest last
}

// cachedAtoms are atoms that need not be learned again.
type cachedAtoms struct {
	hash  string // hash of the data
	key   sweep.PartsKey
	atoms *resolve.Atoms
}

// maxCachedAtoms is the largest number of cached results, of some MB each: enough for the folds
// of a few fronts.
const maxCachedAtoms = 12

// lookUpAtoms returns the cached atoms of an inquiry, or nil.
func (b *Prober) lookUpAtoms(q page.Inquiry) *resolve.Atoms {
	if q.Kind != page.Dissecting {
		return nil
	}
	key := resolve.AtomsKey(q.Point)
	for i, l := range b.atomCache {
		if l.hash == b.sc.Hash && l.key == key {
			b.atomCache = append(slices.Delete(b.atomCache, i, i+1), l)
			return l.atoms
		}
	}
	return nil
}

// NewProber returns a prober for the pages of a scene.
func NewProber(sc *page.Scene, ctl *Control, h Host) *Prober {
	return &Prober{sc: sc, ctl: ctl, host: h}
}

// probeDelay is the time for which a selection must be unchanged before a point is computed
// again.
const probeDelay = 150 * time.Millisecond

// Attend starts the computation that the current page needs, and cancels those of pages that
// were left. A change without the user's doing does not cancel a computation: otherwise a
// sequence of new best points would postpone the answer forever.
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
	if x := b.lookUpAtoms(want); x != nil {
		p := &page.Probe{Inquiry: want, Hand: sc.Chosen(), ID: b.ctl.NextID(), Outcome: page.Outcome{Atoms: x}}
		sc.Probes[want.Kind], sc.Answers[want.Kind] = p, p
		return nil
	}
	if sc.Set == nil {
		return b.ctl.Data.Need()
	}
	return b.probe(want)
}

// probe returns a command that computes an inquiry after probeDelay.
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
			case <-time.After(probeDelay):
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
				case page.MeasuringPredictability:
					answer.Predictability, err = resolve.Predictability(ctx, set, hash, q.Point)
				case page.Watching:
					answer.Novelty, err = run.Watch(ctx, set, hash, q.Point)
				}
				return err
			})
		})
		return answer
	}
}

// Probed stores an answer unless its inquiry was replaced.
func (b *Prober) Probed(msg Probed) {
	sc := b.sc
	for _, p := range sc.Probes {
		if p != nil && p.ID == msg.ID {
			p.Pending, p.Outcome = false, msg.Outcome
			if p.Err == nil {
				sc.Answers[p.Kind] = p
				if p.Atoms != nil {
					b.atomCache = append(b.atomCache[max(0, len(b.atomCache)+1-maxCachedAtoms):], cachedAtoms{sc.Hash, resolve.AtomsKey(p.Point), p.Atoms})
				}
			}
		}
	}
}
