package terminal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// ShowsImages reports whether the terminal shows images in place of characters, by the
// kitty graphics protocol with Unicode placeholders: by the user's choice, or for auto where
// TERM names Ghostty, which ssh passes on. Kitty has placeholders from version 0.28 on, and no
// variable states its version; an older one shows a box in the place of each, so that kitty
// needs the choice. The terminal itself is not queried. tmux and screen pass no images on.
//
// Other protocols are left out. iTerm2 and sixel paint an image at the cursor, onto cells that
// the renderer does not track: a redrawn line erases a strip of the image, and a redrawn image
// covers the marks of the lines above.
func ShowsImages(env Environment, choice string) bool {
	term := env.Getenv("TERM")
	switch {
	case choice == "off", env.Getenv("TMUX") != "", env.Getenv("STY") != "", strings.HasPrefix(term, "tmux"), strings.HasPrefix(term, "screen"):
		return false
	case choice == "kitty":
		return true
	}
	return term == "xterm-ghostty"
}

// Images keeps images in a terminal. An image is transmitted once, with the next write, and
// appears where the text contains its placeholders, which the renderer moves, cuts and removes
// as other characters. Images that have not been shown for long are deleted.
type Images struct {
	mu      sync.Mutex
	queue   bytes.Buffer // sequences for the next write
	kept    []keptImage  // the latest shown last
	numbers int          // the last number
	closed  bool         // nothing is transmitted any more
}

// keptImage is an image that the terminal keeps.
type keptImage struct {
	key    uint64
	number int
}

// mostImages is the largest number of images that the terminal keeps: more than a screen shows.
const mostImages = 48

// Show returns the number of the image with a key. If it is not kept, draw draws it, and it is
// transmitted with the next write for an area of cells of a size in pixels.
func (m *Images) Show(key uint64, size, cell image.Point, draw func(*image.RGBA)) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.kept, func(k keptImage) bool { return k.key == key }); i >= 0 {
		k := m.kept[i]
		m.kept = append(slices.Delete(m.kept, i, i+1), k)
		return k.number
	}
	if len(m.kept) == mostImages {
		m.queue.WriteString(deletion(m.kept[0].number))
		m.kept = slices.Delete(m.kept, 0, 1)
	}
	m.numbers = m.numbers%(1<<24-1) + 1
	m.kept = append(m.kept, keptImage{key, m.numbers})
	if m.closed {
		return m.numbers
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	draw(img)
	m.transmit(m.numbers, img, cell)
	return m.numbers
}

// mostPayload is the largest payload of a sequence, in bytes.
const mostPayload = 4096

// transmit queues the sequences of an image, as PNG in pieces. Responses are turned off (q=2).
func (m *Images) transmit(number int, img *image.RGBA, cell image.Point) {
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&file, img); err != nil {
		panic(err) // writing to memory does not fail, and no image is empty
	}
	payload := base64.StdEncoding.EncodeToString(file.Bytes())
	options := []string{"a=T", "U=1", "f=100", "q=2", fmt.Sprintf("i=%d", number),
		fmt.Sprintf("c=%d", img.Rect.Dx()/cell.X), fmt.Sprintf("r=%d", img.Rect.Dy()/cell.Y)}
	for {
		piece := payload[:min(len(payload), mostPayload)]
		payload = payload[len(piece):]
		more := "m=0"
		if payload != "" {
			more = "m=1"
		}
		m.queue.WriteString(ansi.KittyGraphics([]byte(piece), append(options, more)...))
		if options = []string{"q=2"}; payload == "" {
			return
		}
	}
}

// deletion returns the sequence that deletes an image and its data.
func deletion(number int) string {
	return ansi.KittyGraphics(nil, "a=d", "d=I", fmt.Sprintf("i=%d", number), "q=2")
}

// Clear deletes all images with the next write. It is called before the program releases the
// terminal, and after it resumes, because the terminal may have lost the images.
func (m *Images) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deleteAll()
	m.kept = nil
}

// Close deletes all images with the next write, and transmits no others: the last frame is drawn
// after the program was asked to quit.
func (m *Images) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deleteAll()
	m.closed = true
}

// deleteAll queues the deletion of all images in place of what is queued.
func (m *Images) deleteAll() {
	m.queue.Reset()
	for _, k := range m.kept {
		m.queue.WriteString(deletion(k.number))
	}
}

// take returns the queued sequences and empties the queue.
func (m *Images) take() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := bytes.Clone(m.queue.Bytes())
	m.queue.Reset()
	return out
}
