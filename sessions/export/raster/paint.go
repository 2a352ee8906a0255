package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// paint fills and strokes a shape with the properties of its element.
func (c *canvas) paint(s *state, p *path) {
	parts := make([][]point, len(p.parts))
	for i, part := range p.parts {
		for _, q := range part {
			q = s.at.of(q)
			if s.crisp {
				q = point{math.Round(q.x), math.Round(q.y)}
			}
			parts[i] = append(parts[i], q)
		}
	}
	if s.fill.A > 0 {
		c.fill(parts, s.fill)
	}
	if s.stroke.A == 0 {
		return
	}
	var outline [][]point
	half := s.width * s.at.size() / 2
	for i, part := range parts {
		if p.closed[i] {
			part = append(part, part[0])
		}
		for _, piece := range dashes(part, s.dash, s.at.size()) {
			outline = appendStroke(outline, piece, half)
		}
	}
	c.fill(outline, s.stroke)
}

// fill fills polygons, in pixels, by the non-zero rule.
func (c *canvas) fill(parts [][]point, colour color.NRGBA) {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, part := range parts {
		for _, q := range part {
			lo, hi = point{min(lo.x, q.x), min(lo.y, q.y)}, point{max(hi.x, q.x), max(hi.y, q.y)}
		}
	}
	size := c.img.Bounds()
	if !(lo.x < float64(size.Dx()) && lo.y < float64(size.Dy()) && hi.x > 0 && hi.y > 0) {
		return
	}
	box := image.Rect(int(max(lo.x, 0)), int(max(lo.y, 0)), int(math.Ceil(min(hi.x, float64(size.Dx())))), int(math.Ceil(min(hi.y, float64(size.Dy())))))
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	r.DrawOp = draw.Over
	for _, part := range parts {
		for i, q := range part {
			x, y := float32(q.x-float64(box.Min.X)), float32(q.y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(c.img, box, image.NewUniform(colour), image.Point{})
}

// Stroke draws a line through points, in pixels from the upper left corner of the image.
func Stroke(img *image.RGBA, line [][2]float64, width float64, colour color.NRGBA) {
	points := make([]point, len(line))
	for i, q := range line {
		points[i] = point{q[0], q[1]}
	}
	img = &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: image.Rectangle{Max: img.Rect.Size()}} // from 0, 0
	(&canvas{img: img}).fill(appendStroke(nil, points, width/2), colour)
}

// appendStroke appends the outline of a line of width 2·half with round joins: a rectangle
// for each piece and a disc for each bend, all of the same orientation.
func appendStroke(outline [][]point, line []point, half float64) [][]point {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		nx, ny := half*(b.y-a.y)/length, -half*(b.x-a.x)/length
		outline = append(outline, []point{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}})
		if i == 1 {
			continue
		}
		disc := make([]point, 12)
		for k := range disc {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(len(disc)))
			disc[k] = point{a.x + half*cos, a.y + half*sin}
		}
		outline = append(outline, disc)
	}
	return outline
}

// dashes returns the dashes of a line, the line itself without a pattern. Lengths of the
// pattern are multiplied by scale.
func dashes(line []point, pattern []float64, scale float64) [][]point {
	if len(pattern) == 0 || len(line) < 2 {
		return [][]point{line}
	}
	var out [][]point
	k, left := 0, pattern[0]*scale
	piece := []point{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for length := math.Hypot(b.x-a.x, b.y-a.y); ; length = math.Hypot(b.x-a.x, b.y-a.y) {
			if length <= left {
				left -= length
				piece = append(piece, b)
				break
			}
			a = point{a.x + left/length*(b.x-a.x), a.y + left/length*(b.y-a.y)}
			if k%2 == 0 {
				out = append(out, append(piece, a))
			}
			piece = []point{a}
			k++
			left = pattern[k%len(pattern)] * scale
		}
	}
	if k%2 == 0 {
		out = append(out, piece)
	}
	return out
}
