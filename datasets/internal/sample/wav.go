package sample

import (
	"encoding/binary"
	"math"
)

// The sample formats of a WAV file.
const (
	wavPCM        = 1
	WavFloat      = 3
	WavExtensible = 0xFFFE
)

// WAV describes a WAV file to build; zero values mean mono, 8 kHz, PCM 16.
type WAV struct {
	Id         string // RIFF, RF64 or BW64
	Tag        int
	Channels   int
	Rate       int
	Bits       int
	Values     []float64 // frame by frame
	Extensible bool
	DataFirst  bool
	Extra      string // body of a chunk before the others
	RiffSize   uint32 // 0 for the correct one
	DataSize   int64  // -1: 0xFFFFFFFF, 0: the correct one, else the claimed size
	Cut        int    // bytes missing at the end
}

// Build returns the file's bytes.
func (w WAV) Build() string {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&w.Tag, wavPCM)
	set(&w.Channels, 1)
	set(&w.Rate, 8000)
	set(&w.Bits, 16)
	le := binary.LittleEndian
	chunk := func(id string, size uint32, body []byte) []byte {
		b := append(le.AppendUint32([]byte(id), size), body...)
		if len(body)%2 == 1 {
			b = append(b, 0)
		}
		return b
	}
	var data []byte
	f := w.format()
	for _, v := range w.Values {
		data = w.encode(data, v)
	}
	size := uint32(len(data))
	if w.DataSize > 0 {
		size = uint32(w.DataSize)
	} else if w.DataSize < 0 {
		size = math.MaxUint32
	}
	id := w.Id
	if id == "" {
		id = "RIFF"
	}
	body := []byte("WAVE")
	if id != "RIFF" {
		long := le.AppendUint64(le.AppendUint64(nil, 0), uint64(len(data)))
		body = append(body, chunk("ds64", 28, append(long, make([]byte, 12)...))...)
		size = math.MaxUint32
	}
	if w.Extra != "" {
		body = append(body, chunk("LIST", uint32(len(w.Extra)), []byte(w.Extra))...)
	}
	format, samples := chunk("fmt ", uint32(len(f)), f), chunk("data", size, data)
	if w.DataFirst {
		format, samples = samples, format
	}
	body = append(append(body, format...), samples...)
	riff := w.RiffSize
	if riff == 0 {
		riff = uint32(len(body))
	}
	all := append(le.AppendUint32([]byte(id), riff), body...)
	return string(all[:len(all)-w.Cut])
}

// format returns the body of the fmt chunk.
func (w WAV) format() []byte {
	le := binary.LittleEndian
	tag, align := w.Tag, w.Channels*w.Bits/8
	if w.Extensible {
		tag = WavExtensible
	}
	f := le.AppendUint16(le.AppendUint16(nil, uint16(tag)), uint16(w.Channels))
	f = le.AppendUint32(le.AppendUint32(f, uint32(w.Rate)), uint32(w.Rate*align))
	f = le.AppendUint16(le.AppendUint16(f, uint16(align)), uint16(w.Bits))
	if !w.Extensible {
		return f
	}
	f = le.AppendUint16(le.AppendUint16(f, 22), uint16(w.Bits))
	f = le.AppendUint16(le.AppendUint32(f, 0), uint16(w.Tag))
	return append(f, "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"...)
}

// encode appends one sample.
func (w WAV) encode(b []byte, v float64) []byte {
	le := binary.LittleEndian
	switch {
	case w.Tag == WavFloat && w.Bits == 32:
		return le.AppendUint32(b, math.Float32bits(float32(v)))
	case w.Tag == WavFloat:
		return le.AppendUint64(b, math.Float64bits(v))
	case w.Bits == 8:
		return append(b, byte(int(v*128)+128))
	}
	u := uint32(int32(v * (1 << 31)))
	return append(b, le.AppendUint32(nil, u)[4-w.Bits/8:]...)
}
