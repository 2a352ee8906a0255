package raster

import (
	"fmt"
	"math"
	"strconv"
)

// point is a position in the units of a drawing, or in pixels.
type point struct{ x, y float64 }

// matrix is an affine map: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

// times returns the map that applies n first.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// of returns the image of a point.
func (m matrix) of(p point) point { return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

// size returns the factor by which lengths grow.
func (m matrix) size() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// path holds the outlines of a shape as polygons; curves are flattened.
type path struct {
	parts  [][]point
	closed []bool
}

// flat is the number of pieces of a flattened curve, or of a half circle.
const flat = 16

// at returns the current point.
func (p *path) at() point {
	if len(p.parts) == 0 {
		return point{}
	}
	last := p.parts[len(p.parts)-1]
	return last[len(last)-1]
}

func (p *path) move(x, y float64) {
	p.parts, p.closed = append(p.parts, []point{{x, y}}), append(p.closed, false)
}

func (p *path) line(x, y float64) {
	if len(p.parts) == 0 {
		p.move(x, y)
		return
	}
	last := len(p.parts) - 1
	if p.closed[last] {
		start := p.parts[last][0]
		p.move(start.x, start.y)
		last++
	}
	p.parts[last] = append(p.parts[last], point{x, y})
}

func (p *path) close() {
	if n := len(p.parts); n > 0 {
		p.closed[n-1] = true
	}
}

// quad appends a quadratic curve with the control point cx, cy.
func (p *path) quad(cx, cy, x, y float64) {
	from := p.at()
	for i := 1; i <= flat; i++ {
		t := float64(i) / flat
		u := 1 - t
		p.line(u*u*from.x+2*u*t*cx+t*t*x, u*u*from.y+2*u*t*cy+t*t*y)
	}
}

// arc appends an arc of a circle of radius r that ends at x, y. A radius too small to reach
// it is half the distance.
func (p *path) arc(r float64, large, sweep bool, x, y float64) {
	from := p.at()
	mx, my := (from.x+x)/2, (from.y+y)/2
	dx, dy := x-from.x, y-from.y
	chord := math.Hypot(dx, dy)
	if chord == 0 {
		return
	}
	r = max(r, chord/2)
	h := math.Sqrt(max(r*r-chord*chord/4, 0))
	if large == sweep {
		h = -h
	}
	cx, cy := mx-h*dy/chord, my+h*dx/chord
	start, angle := math.Atan2(from.y-cy, from.x-cx), math.Atan2(y-cy, x-cx)
	angle -= start
	if sweep && angle <= 0 {
		angle += 2 * math.Pi
	} else if !sweep && angle >= 0 {
		angle -= 2 * math.Pi
	}
	for i := 1; i < flat; i++ {
		sin, cos := math.Sincos(start + angle*float64(i)/flat)
		p.line(cx+r*cos, cy+r*sin)
	}
	p.line(x, y)
}

// commands holds the number of arguments of each path command.
var commands = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

// parsePath parses the commands M L H V Q T A Z of an SVG path, absolute and relative.
func parsePath(d string) (*path, error) {
	p := new(path)
	var control point // of the last quadratic curve, for T
	command := byte('M')
	for at := 0; ; {
		for at < len(d) && (d[at] == ' ' || d[at] == ',' || d[at] == '\n') {
			at++
		}
		if at == len(d) {
			return p, nil
		}
		if letter := d[at] | 0x20; letter >= 'a' && letter <= 'z' {
			command = d[at]
			at++
		}
		name := command &^ 0x20
		count, ok := commands[name]
		if !ok {
			return nil, fmt.Errorf("no path command %q", command)
		}
		var v [7]float64
		for i := range count {
			var err error
			if v[i], at, err = parseNumber(d, at); err != nil {
				return nil, err
			}
		}
		control = p.do(name, command != name, v, control)
		switch {
		case name == 'Z' && at < len(d) && (d[at] < 'A' || d[at] == ' '):
			return nil, fmt.Errorf("numbers after the end of a path at %d", at)
		case name == 'M': // further pairs are lines
			command = command - 'M' + 'L'
		}
	}
}

// do appends the outline of one command and returns its control point.
func (p *path) do(name byte, relative bool, v [7]float64, control point) point {
	now := p.at()
	if last := len(p.parts) - 1; last >= 0 && p.closed[last] {
		now = p.parts[last][0]
	}
	var off point
	if relative {
		off = now
	}
	x, y := v[0]+off.x, v[1]+off.y
	switch name {
	case 'M':
		p.move(x, y)
	case 'L':
		p.line(x, y)
	case 'H':
		p.line(x, now.y)
	case 'V':
		p.line(now.x, v[0]+off.y)
	case 'Q':
		p.quad(x, y, v[2]+off.x, v[3]+off.y)
		return point{x, y}
	case 'T':
		mirrored := point{2*now.x - control.x, 2*now.y - control.y}
		p.quad(mirrored.x, mirrored.y, x, y)
		return mirrored
	case 'A':
		p.arc(v[0], v[3] != 0, v[4] != 0, v[5]+off.x, v[6]+off.y)
	case 'Z':
		p.close()
	}
	return p.at()
}

// parseNumber parses the number at a position and returns the position after it.
func parseNumber(d string, at int) (float64, int, error) {
	for at < len(d) && (d[at] == ' ' || d[at] == ',') {
		at++
	}
	end := at
	for end < len(d) {
		c := d[end]
		sign := (c == '-' || c == '+') && (end == at || d[end-1] == 'e')
		if !sign && (c < '0' || c > '9') && c != '.' && (c != 'e' || end == at) {
			break
		}
		end++
	}
	v, err := strconv.ParseFloat(d[at:end], 64)
	if err != nil {
		return 0, at, fmt.Errorf("no number at %d of a path", at)
	}
	return v, end, nil
}

// transformed returns the map with translate(x y), scale(k) or rotate(angle) applied first.
func (m matrix) transformed(text string) (matrix, error) {
	for at := 0; at < len(text); {
		if text[at] == ' ' {
			at++
			continue
		}
		open := at
		for open < len(text) && text[open] != '(' {
			open++
		}
		name := text[at:open]
		var v [2]float64
		count := map[string]int{"translate": 2, "scale": 1, "rotate": 1}[name]
		if count == 0 {
			return m, fmt.Errorf("no transform %q", name)
		}
		at = open + 1
		for i := range count {
			var err error
			if v[i], at, err = parseNumber(text, min(at, len(text))); err != nil {
				return m, err
			}
		}
		at++ // the bracket
		switch name {
		case "translate":
			m = m.times(matrix{1, 0, 0, 1, v[0], v[1]})
		case "scale":
			m = m.times(matrix{v[0], 0, 0, v[0], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			m = m.times(matrix{cos, sin, -sin, cos, 0, 0})
		}
	}
	return m, nil
}
