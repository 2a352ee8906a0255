package sound

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
	"github.com/mewkiz/flac"
	flacframe "github.com/mewkiz/flac/frame"
)

// FLAC reads compressed sound.
var FLAC = format.Format{Name: "a FLAC file", Kind: data.Sound, Family: "sound", Shown: ".flac", Read: readFLAC,
	Extensions: []string{".flac"}, Magic: []string{"fLaC"}, Extent: flacExtent}

// readFLAC reads a FLAC file as one segment.
func readFLAC(ctx context.Context, src *format.Source, to *format.Sink) error {
	d, err := decodeFLAC(ctx, to, src.Reader(), src.Len())
	if err != nil {
		return src.Fail(err)
	}
	if d.behind {
		to.Note("%s: data after the last sample that the header declares is left out", src.File.Base())
	}
	return addSound(to, src.File, d.rate, d.channels, &data.Recording{X: d.x, Placed: d.placed})
}

// flacDecoder collects the samples of a FLAC stream.
type flacDecoder struct {
	ctx            context.Context
	to             *format.Sink
	rate, channels int
	bits           uint8     // of a sample, as the header says
	claimed        uint64    // samples per channel in the header; 0 if unknown
	behind         bool      // something else follows them
	x              []float64 // frame by frame
	placed         bool      // as in a recording
	size           int64     // of the file, in bytes
}

// decodeFLAC decodes a FLAC stream of size bytes; samples are scaled to [−1,
// 1). Memory grows with the samples, regardless of the stream's header.
func decodeFLAC(ctx context.Context, to *format.Sink, in io.Reader, size int64) (d *flacDecoder, err error) {
	// The library may panic on hostile input.
	defer func() {
		if recover() != nil {
			d, err = nil, errors.New("the FLAC file is damaged: copy it again")
		}
	}()
	defer format.SilenceLog()()
	r := bufio.NewReaderSize(in, 1<<18)
	// The library would read any first block, with memory for its claimed size.
	head, err := r.Peek(8)
	if err != nil || string(head[:4]) != "fLaC" || head[4]&0x7f != 0 || head[5] != 0 || head[6] != 0 || head[7] != 34 {
		return nil, errors.New("not a FLAC file: it does not begin with fLaC and a STREAMINFO block; convert it, for example with flac or ffmpeg")
	}
	stream, err := flac.New(r)
	if err != nil {
		return nil, fmt.Errorf("the FLAC header cannot be read (%s): copy the file again", message.Clean(err.Error()))
	}
	info := stream.Info
	d = &flacDecoder{ctx: ctx, to: to, rate: int(info.SampleRate), channels: int(info.NChannels), bits: info.BitsPerSample, claimed: info.NSamples, size: size}
	if d.rate == 0 || d.channels == 0 || info.BitsPerSample == 0 {
		return nil, fmt.Errorf("the FLAC file claims %d channels at %d Hz: it is damaged; copy it again", d.channels, d.rate)
	}
	if err := to.CheckExpansion(int(d.claimed), 8*d.channels, size); err != nil {
		return nil, err
	}
	if d.x, d.placed, err = to.Store.Segment(int(min(d.claimed*uint64(d.channels), uint64(size)))); err != nil {
		return nil, err
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fr, err := d.next(stream)
		switch {
		case err == io.EOF || d.behind:
			return d, d.check()
		case err != nil:
			return nil, fmt.Errorf("the FLAC file is damaged at %.3f s (%s): copy it again", d.seconds(), message.Clean(err.Error()))
		}
		if err := d.add(fr); err != nil {
			return nil, err
		}
	}
}

// next reads the next frame. A frame without a bit depth has that of the header. After the last
// sample, data that is not a frame, such as a tag, is ignored.
func (d *flacDecoder) next(stream *flac.Stream) (*flacframe.Frame, error) {
	fr, err := stream.Next()
	if err != nil {
		d.behind = err != io.EOF && d.claimed > 0 && uint64(len(d.x)/d.channels) == d.claimed
		return nil, err
	}
	if fr.BitsPerSample == 0 {
		fr.BitsPerSample = d.bits
	}
	return fr, fr.Parse()
}

// seconds returns the duration of the decoded samples.
func (d *flacDecoder) seconds() float64 { return float64(len(d.x)) / float64(d.channels*d.rate) }

// add appends the samples of a frame.
func (d *flacDecoder) add(fr *flacframe.Frame) error {
	n := len(fr.Subframes[0].Samples)
	if len(fr.Subframes) != d.channels {
		return fmt.Errorf("at %.3f s the FLAC file changes from %d to %d channels: cut it there", d.seconds(), d.channels, len(fr.Subframes))
	}
	if rate := int(fr.SampleRate); rate != 0 && rate != d.rate && len(d.x) == 0 {
		return fmt.Errorf("the header of the FLAC file claims %d samples a second, and its first samples %d: it was assembled wrongly; fetch it again from its source", d.rate, rate)
	} else if rate != 0 && rate != d.rate {
		return fmt.Errorf("at %.3f s the FLAC file changes from %d to %d samples a second: cut it there, or resample it with another program, such as ffmpeg -i OLD.flac -ar %d NEW.flac", d.seconds(), d.rate, rate, d.rate)
	}
	scale := 1 / float64(uint64(1)<<(fr.BitsPerSample-1))
	for _, sub := range fr.Subframes {
		if len(sub.Samples) != n {
			return fmt.Errorf("the FLAC file is damaged at %.3f s: copy it again", d.seconds())
		}
	}
	if err := d.to.Hold(n*d.channels, "the sound"); err != nil {
		return err
	}
	if err := d.to.CheckExpansion(len(d.x)+n*d.channels, 8, d.size); err != nil {
		return err
	}
	if err := d.room(n * d.channels); err != nil {
		return err
	}
	for i := range n {
		for _, sub := range fr.Subframes {
			d.x = append(d.x, float64(sub.Samples[i])*scale)
		}
	}
	return nil
}

// room reserves capacity for more samples. Those of a short stream are placed
// at its end, unless there are more than its header and its size imply.
func (d *flacDecoder) room(more int) (err error) {
	if d.placed || len(d.x)+more > storage.ArenaSize {
		if !d.placed {
			d.placed = true
			d.to.Store.Count(d.x)
		}
		d.x, err = d.to.Store.Grow(d.x, more)
	}
	return err
}

// flacExtent returns the rate and the length of a file from its STREAMINFO
// block (RFC 9639).
func flacExtent(_ context.Context, _ format.File, r io.ReaderAt, _ int64) (e format.Extent, err error) {
	var head [42]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return e, err
	}
	told := binary.BigEndian.Uint64(head[18:])
	if rate, samples := told>>44, told&(1<<36-1); string(head[:4]) == "fLaC" && head[4]&0x7f == 0 && rate > 0 && samples > 0 {
		e = format.Extent{Rows: int(samples), Columns: int(told>>41&7) + 1, Rate: float64(rate), Seconds: float64(samples) / float64(rate)}
	}
	return e, nil
}

// check returns an error if the number of samples differs from the header's.
func (d *flacDecoder) check() error {
	got := uint64(len(d.x) / d.channels)
	if d.claimed > 0 && got != d.claimed {
		return fmt.Errorf("the FLAC file claims %d samples but holds %d: it was cut short or is damaged; copy it again", d.claimed, got)
	}
	return nil
}
