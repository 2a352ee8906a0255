package overview

import "example.com/sfatui/ui/sweepview"

// Zoom holds the user's choice of panes.
type Zoom struct {
	Pane  int  `json:"pane"`  // pane with the focus
	Alone bool `json:"alone"` // it fills the screen
	// Charts holds the axes and the zoom of slowness, variance and accuracy.
	Charts [3]sweepview.Chart `json:"charts"`
}

// mostZoom is the largest number of times that an axis is halved.
const mostZoom = 30

// Zoom returns the user's choices.
func (p *Page) Zoom() Zoom {
	return Zoom{p.Focus, p.Zoomed, [3]sweepview.Chart{p.Slowness.Chart, p.Variance.Chart, p.Accuracy.Chart}}
}

// SetZoom applies choices. Values out of range, as from a damaged file, are clamped.
func (p *Page) SetZoom(z Zoom) {
	p.Focus, p.Zoomed = z.Pane, z.Alone
	if z.Pane < 0 || z.Pane > PaneTable {
		p.Focus = PaneTable
	}
	for i := range z.Charts {
		z.Charts[i].Zoom = max(min(z.Charts[i].Zoom, mostZoom), 0)
	}
	p.Slowness.Chart, p.Variance.Chart, p.Accuracy.Chart = z.Charts[0], z.Charts[1], z.Charts[2]
}
