package raster

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/sessions/export/svg"
)

// Scale is the number of pixels per unit of a drawing: 1280 pixels across.
const Scale = 2.0

// mostPixels bounds the size of an image; taller drawings have fewer pixels per unit.
const mostPixels = 1 << 26

// Write writes a drawing as a PNG image of [Scale] pixels per unit, on white.
func Write(w io.Writer, d svg.Drawing) error {
	img, err := Draw(d)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// Draw returns the image of a drawing.
func Draw(d svg.Drawing) (*image.RGBA, error) {
	var text strings.Builder
	if err := svg.Write(&text, d); err != nil {
		return nil, err
	}
	return decode(text.String())
}

// decode returns the image of an SVG file of package svg.
func decode(text string) (*image.RGBA, error) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	var c *canvas
	for {
		token, err := decoder.Token()
		switch {
		case err == io.EOF && c != nil:
			return c.img, nil
		case err != nil:
			return nil, fmt.Errorf("raster: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if c == nil {
				if c, err = newCanvas(attributesOf(token)); err != nil {
					return nil, err
				}
				continue
			}
			err = c.start(token)
		case xml.CharData:
			if c != nil && len(c.states) > 0 {
				err = c.text(string(token))
			}
		case xml.EndElement:
			c.states = c.states[:len(c.states)-1]
		}
		if err != nil {
			return nil, fmt.Errorf("raster: %w", err)
		}
	}
}

// state holds the inherited properties of an element.
type state struct {
	at           matrix
	fill, stroke color.NRGBA // transparent for none
	width        float64     // of the stroke
	dash         []float64   // lengths of dashes and gaps in turn
	fontSize     float64
	anchor       string
	crisp        bool // edges lie between pixels
	isText       bool // character data is drawn
}

// canvas is an image with the properties of the open elements, the innermost last.
type canvas struct {
	img    *image.RGBA
	states []state
}

// newCanvas returns a white canvas for the attributes of the outermost element.
func newCanvas(a attributes) (*canvas, error) {
	var x, y, w, h float64
	if _, err := fmt.Sscan(a["viewBox"], &x, &y, &w, &h); err != nil || !(w > 0 && h > 0) {
		return nil, fmt.Errorf("raster: a drawing of size %q", a["viewBox"])
	}
	scale := min(Scale, math.Sqrt(mostPixels/(w*h)))
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w*scale)), int(math.Ceil(h*scale))))}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	s := state{at: matrix{scale, 0, 0, scale, -x * scale, -y * scale}, fill: color.NRGBA{A: 255}, width: 1, fontSize: 16}
	return c, c.push(s, a)
}

// push opens an element with the properties of s and its own attributes.
func (c *canvas) push(s state, a attributes) error {
	s, err := a.applyTo(s)
	c.states = append(c.states, s)
	return err
}

// start opens an element and draws its shape.
func (c *canvas) start(e xml.StartElement) error {
	a := attributesOf(e)
	if err := c.push(c.states[len(c.states)-1], a); err != nil {
		return err
	}
	s := &c.states[len(c.states)-1]
	s.isText = e.Name.Local == "text"
	if s.isText {
		s.at = s.at.times(matrix{1, 0, 0, 1, a.number("x"), a.number("y")})
		return nil
	}
	return c.draw(s, e.Name.Local, a)
}

// draw draws the shape of an element; elements that only group or describe have none.
func (c *canvas) draw(s *state, name string, a attributes) error {
	n := a.number
	switch name {
	case "svg", "g", "title":
	case "path":
		p, err := parsePath(a["d"])
		if err != nil {
			return err
		}
		c.paint(s, p)
	case "polyline", "polygon":
		p, err := parsePath("M" + a["points"])
		if err != nil {
			return err
		}
		if name == "polygon" {
			p.close()
		}
		c.paint(s, p)
	case "rect":
		var p path
		x, y := n("x"), n("y")
		p.move(x, y)
		p.line(x+n("width"), y)
		p.line(x+n("width"), y+n("height"))
		p.line(x, y+n("height"))
		p.close()
		c.paint(s, &p)
	case "circle":
		var p path
		r := n("r")
		p.move(n("cx")-r, n("cy"))
		p.arc(r, false, false, n("cx")+r, n("cy"))
		p.arc(r, false, false, n("cx")-r, n("cy"))
		p.close()
		c.paint(s, &p)
	case "line":
		var p path
		p.move(n("x1"), n("y1"))
		p.line(n("x2"), n("y2"))
		c.paint(s, &p)
	default:
		return fmt.Errorf("no drawing of an element <%s>", name)
	}
	return nil
}

// attributes holds the attributes of an element by name.
type attributes map[string]string

// attributesOf returns the attributes of an element.
func attributesOf(e xml.StartElement) attributes {
	a := attributes{}
	for _, at := range e.Attr {
		a[at.Name.Local] = at.Value
	}
	return a
}

// number returns a numeric attribute, 0 for none.
func (a attributes) number(name string) float64 {
	v, _ := strconv.ParseFloat(a[name], 64)
	return v
}

// applyTo returns the inherited properties with those of the attributes.
func (a attributes) applyTo(s state) (state, error) {
	var err error
	for name, text := range a {
		switch name {
		case "fill":
			s.fill, err = parseColour(text)
		case "stroke":
			s.stroke, err = parseColour(text)
		case "stroke-width":
			s.width = a.number(name)
		case "stroke-dasharray":
			s.dash = nil
			for _, field := range strings.Fields(text) {
				v, _ := strconv.ParseFloat(field, 64)
				s.dash = append(s.dash, max(v, 0.1))
			}
		case "font-size":
			s.fontSize = a.number(name)
		case "text-anchor":
			s.anchor = text
		case "shape-rendering":
			s.crisp = text == "crispEdges"
		case "transform":
			s.at, err = s.at.transformed(text)
		}
		if err != nil {
			return s, err
		}
	}
	s.fill.A = a.opacity("fill-opacity", s.fill.A)
	s.stroke.A = a.opacity("stroke-opacity", s.stroke.A)
	return s, nil
}

// opacity returns an alpha value times an opacity; elements without one keep it.
func (a attributes) opacity(name string, alpha uint8) uint8 {
	if a[name] == "" {
		return alpha
	}
	return uint8(math.Round(float64(alpha) * min(max(a.number(name), 0), 1)))
}

// parseColour returns a colour such as #0072b2; none is transparent.
func parseColour(text string) (color.NRGBA, error) {
	if text == "none" {
		return color.NRGBA{}, nil
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != len("#000000") {
		return color.NRGBA{}, fmt.Errorf("no colour %q", text)
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, nil
}
