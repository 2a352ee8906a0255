package terminal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

func TestShowsImages(t *testing.T) {
	for _, c := range []struct {
		choice string
		env    []string
		want   bool
	}{
		{"auto", []string{"TERM=xterm-kitty"}, false}, // its version is unknown
		{"kitty", []string{"TERM=xterm-kitty"}, true},
		{"auto", []string{"TERM=xterm-ghostty"}, true},
		{"auto", []string{"TERM=xterm-256color", "KITTY_WINDOW_ID=1"}, false},
		{"auto", []string{"TERM=xterm-256color"}, false},
		{"auto", []string{"TERM=tmux-256color", "KITTY_WINDOW_ID=1"}, false},
		{"auto", []string{"TERM=xterm-ghostty", "TMUX=/tmp/t"}, false},
		{"auto", []string{"TERM=screen", "KITTY_WINDOW_ID=1"}, false},
		{"auto", []string{"TERM=xterm-ghostty", "STY=1.pts"}, false},
		{"off", []string{"TERM=xterm-ghostty"}, false},
		{"kitty", []string{"TERM=xterm-256color"}, true},
		{"kitty", []string{"TERM=xterm-256color", "TMUX=/tmp/t"}, false},
		{"kitty", []string{"TERM=xterm-kitty", "STY=1.pts"}, false},
	} {
		if got := ShowsImages(c.env, c.choice); got != c.want {
			t.Errorf("%s in %v: %v", c.choice, c.env, got)
		}
	}
}

// sequence matches one sequence of the graphics protocol.
var sequence = regexp.MustCompile(`\x1b_G([^;\x1b]*)(?:;([A-Za-z0-9+/=]*))?\x1b\\`)

// received decodes what was written as a terminal would: the images by number, and the text.
func received(t *testing.T, written string, images map[string]image.Image) (text string) {
	t.Helper()
	var payload strings.Builder
	options := map[string]string{}
	for _, found := range sequence.FindAllStringSubmatch(written, -1) {
		for _, pair := range strings.Split(found[1], ",") {
			name, value, _ := strings.Cut(pair, "=")
			options[name] = value
		}
		if options["q"] != "2" {
			t.Errorf("the terminal answers %q", found[1])
		}
		if len(found[2]) > mostPayload {
			t.Errorf("a payload of %d bytes", len(found[2]))
		}
		if options["a"] == "d" {
			delete(images, options["i"])
			options = map[string]string{}
			continue
		}
		if payload.WriteString(found[2]); options["m"] == "1" {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(payload.String())
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if options["a"] != "T" || options["U"] != "1" || options["f"] != "100" || options["c"] != fmt.Sprint(img.Bounds().Dx()/10) || options["r"] != fmt.Sprint(img.Bounds().Dy()/20) {
			t.Errorf("an image of %v with %v", img.Bounds(), options)
		}
		images[options["i"]] = img
		payload.Reset()
		options = map[string]string{}
	}
	return sequence.ReplaceAllString(written, "")
}

// noise draws an image that compresses to more than one sequence.
func noise(seed int) func(*image.RGBA) {
	return func(img *image.RGBA) {
		state := uint32(seed)*2654435761 + 1
		for i := range img.Pix {
			state = state*1664525 + 1013904223
			img.Pix[i] = byte(state >> 24)
			if i%4 == 3 {
				img.Pix[i] = 255
			}
		}
	}
}

// An image arrives before the text of the next write, in pieces, with the pixels that were
// drawn, and only once; the text of a write is intact.
func TestImagesArriveBeforeTheirText(t *testing.T) {
	var written bytes.Buffer
	out := NewOutput(&written, nil)
	out.Images = new(Images)
	images := map[string]image.Image{}
	show := func(key uint64) int { return out.Images.Show(key, image.Pt(80, 60), image.Pt(10, 20), noise(int(key))) }
	n := show(7)
	if written.Len() > 0 {
		t.Error("an image is written without a frame")
	}
	for range 2 {
		if show(7) != n {
			t.Error("the number of an image changes")
		}
		if k, err := out.Write([]byte("frame")); k != 5 || err != nil {
			t.Errorf("%d bytes, %v", k, err)
		}
	}
	if text := received(t, written.String(), images); text != "frameframe" || !strings.HasSuffix(written.String(), "frameframe") {
		t.Errorf("the text is %q", text)
	}
	want := image.NewRGBA(image.Rect(0, 0, 80, 60))
	noise(7)(want)
	img := images[fmt.Sprint(n)]
	if img == nil {
		t.Fatalf("image %d is missing in %v", n, images)
	}
	for y := range 60 {
		for x := range 80 {
			if got := color.RGBAModel.Convert(img.At(x, y)); got != color.Color(want.RGBAAt(x, y)) {
				t.Fatalf("pixel %d, %d is %v, want %v", x, y, got, want.RGBAAt(x, y))
			}
		}
	}
}

// The terminal keeps a bounded number of images, the latest shown, and none after Clear; then
// they are transmitted anew.
func TestImagesAreDeleted(t *testing.T) {
	var written bytes.Buffer
	out := NewOutput(&written, nil)
	out.Images = new(Images)
	show := func(key uint64) int { return out.Images.Show(key, image.Pt(10, 20), image.Pt(10, 20), noise(int(key))) }
	first := show(0)
	for key := range uint64(mostImages + 20) {
		show(key + 1)
		show(0)
		out.Write(nil)
	}
	images := map[string]image.Image{}
	received(t, written.String(), images)
	if len(images) != mostImages || images[fmt.Sprint(first)] == nil {
		t.Errorf("%d images are kept", len(images))
	}
	written.Reset()
	out.Images.Clear()
	out.Write(nil)
	if received(t, written.String(), images); len(images) != 0 {
		t.Errorf("%d images remain", len(images))
	}
	written.Reset()
	again := show(0)
	out.Write(nil)
	if received(t, written.String(), images); images[fmt.Sprint(again)] == nil {
		t.Error("a cleared image is not transmitted anew")
	}
}
