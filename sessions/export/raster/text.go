package raster

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"example.com/sfatui/sessions/export/svg"
)

// regular returns the font Go Regular.
var regular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })

// substitutes replaces signs that the font lacks.
var substitutes = map[rune]rune{'★': '*', '☆': '*', '✧': '*', '◉': '●', '✗': '×', '✓': '√', '▾': '▼', '▴': '▲'}

// ppem is the size of a glyph's outline, in pixels for each em; a matrix scales it to the text.
const ppem = 1000

// text draws the character data of a text element.
func (c *canvas) text(text string) error {
	s := &c.states[len(c.states)-1]
	if !s.isText || text == "" {
		return nil
	}
	parts, x, err := outlineOf(norm.NFC.String(text))
	if err != nil {
		return err
	}
	left := map[string]float64{"middle": -x / 2, "end": -x}[s.anchor]
	k := s.fontSize / ppem
	at := s.at.times(matrix{k, 0, 0, k, left * k, 0})
	for _, part := range parts {
		for i := range part {
			part[i] = at.of(part[i])
		}
	}
	c.fill(parts, s.fill)
	return nil
}

// outlineOf returns the outlines of a text on the line y = 0, and its width.
func outlineOf(text string) (parts [][]point, width float64, err error) {
	f, err := regular()
	if err != nil {
		return nil, 0, err
	}
	var buf sfnt.Buffer
	for _, r := range text {
		index, err := glyphIndex(f, &buf, r)
		if err != nil {
			return nil, 0, err
		}
		if index == 0 {
			wide, advance := bitmapOf(r, width)
			if advance == 0 {
				if wide, advance, err = outlineOf(codePoint(r)); err != nil {
					return nil, 0, err
				}
				wide = moved(wide, width)
			}
			parts, width = append(parts, wide...), width+advance
			continue
		}
		segments, err := f.LoadGlyph(&buf, index, fixed.I(ppem), nil)
		if err != nil {
			return nil, 0, err
		}
		parts = append(parts, outlines(segments, width)...)
		advance, err := f.GlyphAdvance(&buf, index, fixed.I(ppem), font.HintingNone)
		if err != nil {
			return nil, 0, err
		}
		width += float64(advance) / 64
	}
	return parts, width, nil
}

// glyphIndex returns the glyph of a character or of its substitute, 0 for none.
func glyphIndex(f *sfnt.Font, buf *sfnt.Buffer, r rune) (sfnt.GlyphIndex, error) {
	index, err := f.GlyphIndex(buf, r)
	if index == 0 && err == nil && substitutes[r] != 0 {
		return f.GlyphIndex(buf, substitutes[r])
	}
	return index, err
}

// codePoint returns the name of a character without a glyph, such as U+1F600.
func codePoint(r rune) string { return fmt.Sprintf("%U", r) }

// moved moves outlines to the right by x.
func moved(parts [][]point, x float64) [][]point {
	for _, part := range parts {
		for i := range part {
			part[i].x += x
		}
	}
	return parts
}

// bitmapSide is the number of pixels of a bitmap glyph in an em.
const bitmapSide = 12

// inBitmaps holds the scripts that are set in bitmap glyphs: those whose letters stand one
// after the other from left to right without changing their forms.
var inBitmaps = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common}

// bitmapOf returns the pixels of a bitmap glyph as rectangles, moved to the right by x, and its
// advance; 0 if the font lacks the character.
func bitmapOf(r rune, x float64) (parts [][]point, advance float64) {
	if !unicode.In(r, inBitmaps...) {
		return nil, 0
	}
	bounds, mask, at, wide, ok := bitmapfont.FaceSC.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return nil, 0
	}
	const unit = float64(ppem) / bitmapSide
	set := func(i, j int) bool {
		return i < bounds.Max.X && mask.At(at.X+i-bounds.Min.X, at.Y+j-bounds.Min.Y) != color.Color(color.Alpha{})
	}
	for j := bounds.Min.Y; j < bounds.Max.Y; j++ {
		for i := bounds.Min.X; i < bounds.Max.X; i++ {
			from := i
			for set(i, j) {
				i++
			}
			if i > from {
				left, right, top, bottom := x+unit*float64(from), x+unit*float64(i), unit*float64(j), unit*float64(j+1)
				parts = append(parts, []point{{left, top}, {right, top}, {right, bottom}, {left, bottom}})
			}
		}
	}
	if len(parts) == 0 && !unicode.IsSpace(r) {
		return nil, 0
	}
	return parts, unit * float64(wide) / 64
}

// Missing returns the characters of a drawing's texts that no font has, each once: [Write]
// draws their code points.
func Missing(d svg.Drawing) ([]rune, error) {
	var text strings.Builder
	if err := svg.Write(&text, d); err != nil {
		return nil, err
	}
	f, err := regular()
	if err != nil {
		return nil, err
	}
	var missing []rune
	var buf sfnt.Buffer
	inText := false
	for decoder := xml.NewDecoder(strings.NewReader(text.String())); ; {
		token, err := decoder.Token()
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			for _, r := range norm.NFC.String(string(token)) {
				index, err := glyphIndex(f, &buf, r)
				if err != nil {
					return nil, err
				}
				if _, advance := bitmapOf(r, 0); inText && index == 0 && advance == 0 && !slices.Contains(missing, r) {
					missing = append(missing, r)
				}
			}
		}
		switch {
		case err == io.EOF:
			return missing, nil
		case err != nil:
			return nil, fmt.Errorf("raster: %w", err)
		}
	}
}

// Note returns a sentence about the characters that a drawing's image names by their code
// points; "" for none.
func Note(d svg.Drawing) string {
	missing, err := Missing(d)
	if err != nil || len(missing) == 0 {
		return ""
	}
	var names []string
	for _, r := range missing[:min(len(missing), mostNamed)] {
		names = append(names, codePoint(r))
	}
	if more := len(missing) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return "the font of images lacks " + strings.Join(names, ", ") + ": .svg has these characters"
}

// mostNamed is the largest number of characters that a [Note] names.
const mostNamed = 3

// outlines returns the outlines of a glyph, moved to the right by x.
func outlines(segments sfnt.Segments, x float64) [][]point {
	var p path
	place := func(q fixed.Point26_6) point { return point{float64(q.X)/64 + x, float64(q.Y) / 64} }
	for _, s := range segments {
		a := place(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.move(a.x, a.y)
		case sfnt.SegmentOpLineTo:
			p.line(a.x, a.y)
		case sfnt.SegmentOpQuadTo: // TrueType has no other curves
			b := place(s.Args[1])
			p.quad(a.x, a.y, b.x, b.y)
		}
	}
	return p.parts
}
