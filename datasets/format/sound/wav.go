package sound

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// readWAV reads a WAV file as one segment.
func readWAV(ctx context.Context, src *format.Source, to *format.Sink) error {
	w, err := scanWAV(src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	if w.further > 0 {
		to.Note("%s: %d bytes in further data chunks are left out; only the first is read", src.File.Base(), w.further)
	}
	if w.torn > 0 {
		to.Note("%s: %s after the last complete sample of all channels left out: the sound was cut short", src.File.Base(), message.Counted(w.torn, "byte"))
	}
	if err := to.Hold(w.frames*w.channels, src.File.Path); err != nil {
		return err
	}
	x, placed, err := to.Store.Segment(w.frames * w.channels)
	if err != nil {
		return err
	}
	if x, err = w.readSamples(ctx, src, x); err != nil {
		return src.Fail(err)
	}
	return addSound(to, src.File, w.rate, w.channels, &data.Recording{X: x, Placed: placed})
}

// WAV reads sound in RIFF, RF64 or BW64 files.
var WAV = format.Format{Name: "a WAV file", Kind: data.Sound, Family: "sound", Shown: ".wav", Read: readWAV,
	Extensions: []string{".wav"}, Magic: []string{"RIFF", "RF64", "BW64"}, Extent: wavExtent}

// The sample formats of a WAV file that this package reads.
const (
	wavPCM        = 1
	wavFloat      = 3
	wavExtensible = 0xFFFE
)

var errNoWAV = errors.New("not a WAV file: it has no RIFF header; convert it, for example with sox or ffmpeg")

// wavFormat is the description of a WAV file in its chunks.
type wavFormat struct {
	tag      int // wavPCM or wavFloat
	channels int
	rate     int
	bits     int   // 8, 16, 24, 32 or 64 per sample
	offset   int64 // of the first sample
	frames   int   // samples of each channel
	torn     int   // bytes behind the last whole frame
	further  int64 // bytes in data chunks after the first, which are not read
}

// frameBytes returns the size in bytes of one sample of all channels.
func (w wavFormat) frameBytes() int { return w.channels * w.bits / 8 }

// scanWAV reads the chunks of a RIFF, RF64 or BW64 file of size bytes, in any
// order. It allocates no memory by sizes in the file. A data chunk of size
// 0xFFFFFFFF, or of size 0 in a file whose RIFF size is also wrong, was
// streamed and extends to the end of the file.
func scanWAV(r io.ReaderAt, size int64) (wavFormat, error) {
	var w wavFormat
	var head [12]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return w, errNoWAV
	}
	id := string(head[:4])
	if string(head[8:]) != "WAVE" || id != "RIFF" && id != "RF64" && id != "BW64" {
		return w, errNoWAV
	}
	riff := int64(binary.LittleEndian.Uint32(head[4:8]))
	streamed := riff == 0 || riff == math.MaxUint32 || riff+8 != size && riff+8 != size-1
	var format, data bool
	var dataSize, longSize int64
	for at := int64(12); at+8 <= size; {
		var chunk [8]byte
		if _, err := r.ReadAt(chunk[:], at); err != nil {
			return w, fmt.Errorf("cannot read the chunk at byte %d: %w", at, err)
		}
		n := int64(binary.LittleEndian.Uint32(chunk[4:8]))
		at += 8
		switch string(chunk[:4]) {
		case "ds64":
			longSize = readDS64(r, at, n)
		case "fmt ":
			if format {
				break
			}
			if err := w.readFormat(r, at, n); err != nil {
				return w, err
			}
			format = true
		case "data":
			if !data {
				data, w.offset = true, at
				if n == math.MaxUint32 && longSize > 0 {
					n = longSize
				} else if n == math.MaxUint32 || n == 0 && streamed {
					n = size - at
				}
				dataSize = n
			} else {
				w.further += min(n, size-at)
			}
		}
		if n > size-at {
			break
		}
		at += n + n&1
	}
	switch {
	case !data:
		return w, errors.New("the WAV file has no data chunk: it was cut short or is damaged; copy it again")
	case dataSize > size-w.offset:
		return w, fmt.Errorf("the data chunk claims %d bytes but the file holds only %d of them: it was cut short; copy it again, or keep what is there with sox --ignore-length",
			dataSize, size-w.offset)
	case !format:
		return w, errors.New("the WAV file has no fmt chunk: it is damaged; copy it again")
	}
	w.frames, w.torn = int(dataSize/int64(w.frameBytes())), int(dataSize%int64(w.frameBytes()))
	return w, nil
}

// readDS64 returns the size of the data chunk from a ds64 chunk (EBU Tech
// 3306), 0 for none.
func readDS64(r io.ReaderAt, at, n int64) int64 {
	var b [16]byte
	if n < 16 {
		return 0
	}
	if _, err := r.ReadAt(b[:], at); err != nil {
		return 0
	}
	return int64(min(binary.LittleEndian.Uint64(b[8:16]), math.MaxInt64))
}

// readFormat reads a fmt chunk of n bytes.
func (w *wavFormat) readFormat(r io.ReaderAt, at, n int64) error {
	var b [40]byte
	have, _ := r.ReadAt(b[:min(n, 40)], at)
	if have < 16 || int64(have) < min(n, 40) {
		return errors.New("the WAV file's fmt chunk is cut short: the file is damaged; copy it again")
	}
	w.tag = int(binary.LittleEndian.Uint16(b[0:]))
	w.channels = int(binary.LittleEndian.Uint16(b[2:]))
	w.rate = int(binary.LittleEndian.Uint32(b[4:]))
	align := int(binary.LittleEndian.Uint16(b[12:]))
	w.bits = int(binary.LittleEndian.Uint16(b[14:]))
	if w.tag == wavExtensible {
		if have < 26 {
			return errors.New("the WAV file's extensible fmt chunk is cut short: the file is damaged; copy it again")
		}
		w.tag = int(binary.LittleEndian.Uint16(b[24:]))
	}
	known := w.tag == wavPCM && (w.bits == 8 || w.bits == 16 || w.bits == 24 || w.bits == 32) ||
		w.tag == wavFloat && (w.bits == 32 || w.bits == 64)
	switch {
	case !known:
		return fmt.Errorf("WAV format %d with %d bits is not read: convert it, for example with ffmpeg -i IN.wav -c:a pcm_s16le OUT.wav", w.tag, w.bits)
	case w.channels == 0 || w.rate == 0:
		return fmt.Errorf("the WAV file claims %s at %d Hz: it is damaged; copy it again", message.Counted(w.channels, "channel"), w.rate)
	case align != w.frameBytes():
		return fmt.Errorf("the WAV file claims %d bytes for a sample of %s at %d bits, which take %d: it is damaged; convert it again",
			align, message.Counted(w.channels, "channel"), w.bits, w.frameBytes())
	}
	return nil
}

// readSamples decodes all frames, row by row, into x, which is empty and has
// sufficient capacity. PCM is scaled to [−1, 1). Float samples are unchanged;
// NaN and infinities are an error.
func (w wavFormat) readSamples(ctx context.Context, r io.ReaderAt, x []float64) ([]float64, error) {
	const block = 1 << 13 // in samples; a frame has at most 8·65535 bytes
	n, width := w.frames*w.channels, w.bits/8
	buf := make([]byte, min(block, n)*width)
	at := w.offset
	for len(x) < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := buf[:min(len(buf), (n-len(x))*width)]
		if _, err := r.ReadAt(b, at); err != nil {
			return nil, fmt.Errorf("cannot read the samples at byte %d: %w", at, err)
		}
		at += int64(len(b))
		x = w.decode(x, b)
	}
	if w.tag == wavFloat {
		for i, v := range x {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("sample %d of channel %d (at %.3f s) is %v: a sample must be a finite number; repair the file or leave it out",
					i/w.channels, i%w.channels+1, float64(i/w.channels)/float64(w.rate), v)
			}
		}
	}
	return x, nil
}

// decode appends the samples in b to x.
func (w wavFormat) decode(x []float64, b []byte) []float64 {
	le := binary.LittleEndian
	switch {
	case w.tag == wavFloat && w.bits == 32:
		for ; len(b) >= 4; b = b[4:] {
			x = append(x, float64(math.Float32frombits(le.Uint32(b))))
		}
	case w.tag == wavFloat:
		for ; len(b) >= 8; b = b[8:] {
			x = append(x, math.Float64frombits(le.Uint64(b)))
		}
	case w.bits == 8: // the only width with unsigned samples
		for _, c := range b {
			x = append(x, float64(int(c)-128)/128)
		}
	case w.bits == 16:
		for ; len(b) >= 2; b = b[2:] {
			x = append(x, float64(int16(le.Uint16(b)))/(1<<15))
		}
	case w.bits == 24:
		for ; len(b) >= 3; b = b[3:] {
			v := int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24) >> 8
			x = append(x, float64(v)/(1<<23))
		}
	default:
		for ; len(b) >= 4; b = b[4:] {
			x = append(x, float64(int32(le.Uint32(b)))/(1<<31))
		}
	}
	return x
}

// wavExtent returns the rate and the length of a file from its chunks.
func wavExtent(_ context.Context, _ format.File, r io.ReaderAt, size int64) (format.Extent, error) {
	w, err := scanWAV(r, size)
	if err != nil {
		return format.Extent{}, err
	}
	return format.Extent{Rows: w.frames, Columns: w.channels, Rate: float64(w.rate), Seconds: float64(w.frames) / float64(w.rate)}, nil
}
