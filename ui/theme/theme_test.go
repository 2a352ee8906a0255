package theme

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance returns the relative luminance of a colour such as #56B4E9 (WCAG 2.1).
func luminance(t *testing.T, hex string) float64 {
	rgb := linear(t, hex)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

func linear(t *testing.T, hex string) (rgb [3]float64) {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rgb {
		v := float64(n>>(16-8*i)&255) / 255
		if rgb[i] = v / 12.92; v > 0.04045 {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// Every colour is readable on the background of its theme.
func TestThemesCanBeRead(t *testing.T) {
	for name, c := range map[string]struct{ background, least float64 }{"dark": {0, 4}, "light": {1, 4}, "contrast": {0, 7}} {
		th := Themes[name]
		all := append([]string{th.good.TrueColor, th.warn.TrueColor, th.bad.TrueColor, th.accent.TrueColor, th.faint.TrueColor}, hexes(th)...)
		for _, hex := range all {
			l := luminance(t, hex)
			contrast := (max(l, c.background) + 0.05) / (min(l, c.background) + 0.05)
			if contrast < c.least {
				t.Errorf("%s: %s has a contrast of %.1f, want %g", name, hex, contrast, c.least)
			}
		}
	}
}

func hexes(th theme) (out []string) {
	for _, c := range th.series {
		out = append(out, c.TrueColor)
	}
	return out
}

// lab converts a colour to CIELAB (D65).
func lab(rgb [3]float64) [3]float64 {
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Neighbouring series, and good and bad, can be distinguished by people who see no red, no
// green or no blue (Machado, Oliveira and Fernandes, 2009, severity 1).
func TestThemesForColourBlindEyes(t *testing.T) {
	for eye, matrix := range map[string][3][3]float64{
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	} {
		seen := func(hex string) [3]float64 {
			rgb := linear(t, hex)
			var out [3]float64
			for i := range out {
				for j := range rgb {
					out[i] += matrix[i][j] * rgb[j]
				}
				out[i] = min(max(out[i], 0), 1)
			}
			return lab(out)
		}
		apart := func(name, a, b string) {
			x, y := seen(a), seen(b)
			if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < 10 {
				t.Errorf("%s, %s: %s and %s are %.0f apart", name, eye, a, b, d)
			}
		}
		for name, th := range Themes {
			apart(name, th.good.TrueColor, th.bad.TrueColor)
			apart(name, th.good.TrueColor, th.warn.TrueColor)
			all := hexes(th)
			for i := range 3 {
				apart(name, all[i], all[i+1])
			}
		}
	}
}

// The ramp increases in brightness, in true colour and in 256 colours.
func TestRampRises(t *testing.T) {
	before, before256 := -1.0, -1.0
	for i, c := range rampHues {
		var r, g, b int
		if _, err := fmt.Sscanf(c.TrueColor, "#%02x%02x%02x", &r, &g, &b); err != nil {
			t.Fatal(err)
		}
		full := brightness(r, g, b)
		code := 0
		if _, err := fmt.Sscan(c.ANSI256, &code); err != nil || code < 16 || code > 231 {
			t.Fatalf("step %d is colour %q", i, c.ANSI256)
		}
		level := func(k int) int { return []int{0, 95, 135, 175, 215, 255}[k] }
		code -= 16
		coarse := brightness(level(code/36), level(code/6%6), level(code%6))
		if full <= before || coarse <= before256 {
			t.Errorf("step %d is %.2f after %.2f, in 256 colours %.2f after %.2f", i, full, before, coarse, before256)
		}
		if math.Abs(full-coarse) > 0.12 {
			t.Errorf("step %d: brightness %.2f, in 256 colours %.2f", i, full, coarse)
		}
		before, before256 = full, coarse
	}
}

// brightness returns the relative luminance of sRGB with a gamma of 2.2.
func brightness(r, g, b int) float64 {
	linear := func(v int) float64 { return math.Pow(float64(v)/255, 2.2) }
	return math.Cbrt(0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b))
}
