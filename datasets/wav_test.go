package datasets

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
)

// The sample formats of a WAV file.
const (
	wavPCM        = 1
	wavFloat      = 3
	wavExtensible = 0xFFFE
)

// wavFile describes a WAV file to build; zero values are mono, 8 kHz, PCM 16.
type wavFile struct {
	id         string // RIFF, RF64 or BW64
	tag        int
	channels   int
	rate       int
	bits       int
	values     []float64 // frame by frame
	extensible bool
	dataFirst  bool
	extra      string // body of a chunk before the others
	riffSize   uint32 // 0: the right one
	dataSize   int64  // -1: 0xFFFFFFFF, 0: the right one, else what to claim
	cut        int    // bytes missing at the end
}

// build makes the file's bytes.
func (w wavFile) build() string {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&w.tag, wavPCM)
	set(&w.channels, 1)
	set(&w.rate, 8000)
	set(&w.bits, 16)
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
	for _, v := range w.values {
		data = w.encode(data, v)
	}
	size := uint32(len(data))
	if w.dataSize > 0 {
		size = uint32(w.dataSize)
	} else if w.dataSize < 0 {
		size = math.MaxUint32
	}
	id := w.id
	if id == "" {
		id = "RIFF"
	}
	body := []byte("WAVE")
	if id != "RIFF" {
		long := le.AppendUint64(le.AppendUint64(nil, 0), uint64(len(data)))
		body = append(body, chunk("ds64", 28, append(long, make([]byte, 12)...))...)
		size = math.MaxUint32
	}
	if w.extra != "" {
		body = append(body, chunk("LIST", uint32(len(w.extra)), []byte(w.extra))...)
	}
	format, samples := chunk("fmt ", uint32(len(f)), f), chunk("data", size, data)
	if w.dataFirst {
		format, samples = samples, format
	}
	body = append(append(body, format...), samples...)
	riff := w.riffSize
	if riff == 0 {
		riff = uint32(len(body))
	}
	all := append(le.AppendUint32([]byte(id), riff), body...)
	return string(all[:len(all)-w.cut])
}

// format makes the body of the fmt chunk.
func (w wavFile) format() []byte {
	le := binary.LittleEndian
	tag, align := w.tag, w.channels*w.bits/8
	if w.extensible {
		tag = wavExtensible
	}
	f := le.AppendUint16(le.AppendUint16(nil, uint16(tag)), uint16(w.channels))
	f = le.AppendUint32(le.AppendUint32(f, uint32(w.rate)), uint32(w.rate*align))
	f = le.AppendUint16(le.AppendUint16(f, uint16(align)), uint16(w.bits))
	if !w.extensible {
		return f
	}
	f = le.AppendUint16(le.AppendUint16(f, 22), uint16(w.bits))
	f = le.AppendUint16(le.AppendUint32(f, 0), uint16(w.tag))
	return append(f, "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"...)
}

// encode appends one sample.
func (w wavFile) encode(b []byte, v float64) []byte {
	le := binary.LittleEndian
	switch {
	case w.tag == wavFloat && w.bits == 32:
		return le.AppendUint32(b, math.Float32bits(float32(v)))
	case w.tag == wavFloat:
		return le.AppendUint64(b, math.Float64bits(v))
	case w.bits == 8:
		return append(b, byte(int(v*128)+128))
	}
	u := uint32(int32(v * (1 << 31)))
	return append(b, le.AppendUint32(nil, u)[4-w.bits/8:]...)
}

// decode reads a WAV file.
func decode(t testing.TB, folder, file string) (*data.Raw, []float64, error) {
	raw, err := check.Read(t, &sound.WAV, folder, []byte(file))
	if err != nil {
		return nil, nil, err
	}
	var x []float64
	for _, r := range raw.Recordings {
		x = append(x, r.X...)
	}
	return raw, x, nil
}

func TestWAVFormats(t *testing.T) {
	values := []float64{0, 0.5, -1, 0.25, -0.75, 0.0078125}
	for name, w := range map[string]wavFile{
		"pcm 8":            {bits: 8},
		"pcm 16":           {bits: 16},
		"pcm 24":           {bits: 24},
		"pcm 32":           {bits: 32},
		"float 32":         {tag: wavFloat, bits: 32},
		"float 64":         {tag: wavFloat, bits: 64},
		"stereo":           {channels: 2, bits: 24},
		"extensible":       {extensible: true, bits: 24, channels: 3},
		"extensible float": {extensible: true, tag: wavFloat, bits: 32},
		"data first":       {dataFirst: true},
		"odd chunk":        {extra: "abc"},
		"8 bit data first": {dataFirst: true, bits: 8, channels: 3},
		"RF64":             {id: "RF64", riffSize: math.MaxUint32},
		"RF64 data first":  {id: "RF64", riffSize: math.MaxUint32, dataFirst: true},
		"BW64":             {id: "BW64", riffSize: math.MaxUint32},
		"streamed":         {dataSize: -1, riffSize: math.MaxUint32},
		"streamed, RIFF 0": {dataSize: -1, riffSize: 1},
	} {
		w.values = values
		raw, x, err := decode(t, t.TempDir(), w.build())
		if err != nil || !slices.Equal(x, values) || len(raw.Inputs) != max(w.channels, 1) {
			t.Errorf("%s: %v %v", name, x, err)
		}
	}
}

func TestWAVStreamedZero(t *testing.T) {
	file := []byte(wavFile{values: []float64{0.5, -0.5}}.build())
	binary.LittleEndian.PutUint32(file[40:], 0)
	if _, x, err := decode(t, t.TempDir(), string(file)); err != nil || len(x) != 0 {
		t.Errorf("a right RIFF size means no samples: %v %v", x, err)
	}
	binary.LittleEndian.PutUint32(file[4:], 0)
	if _, x, err := decode(t, t.TempDir(), string(file)); err != nil || !slices.Equal(x, []float64{0.5, -0.5}) {
		t.Errorf("a streamed file reaches to its end: %v %v", x, err)
	}
	if _, x, err := decode(t, t.TempDir(), string(file)+"\x01"); err != nil || len(x) != 2 {
		t.Errorf("what is left of a frame is dropped: %v %v", x, err)
	}
}

func TestWAVErrors(t *testing.T) {
	good := wavFile{values: []float64{0, 0.5, 0.25, 0.125}}
	with := func(change func(*wavFile)) string {
		w := good
		change(&w)
		return w.build()
	}
	patch := func(at int, value uint16) string {
		b := []byte(good.build())
		binary.LittleEndian.PutUint16(b[at:], value)
		return string(b)
	}
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "no RIFF header"},
		{"text", "x,y\n1,2\n3,4\n5,6\n", "no RIFF header"},
		{"big endian", "RIFX" + good.build()[4:], "no RIFF header"},
		{"cut", with(func(w *wavFile) { w.cut = 3 }), "claims 8 bytes but the file holds only 5"},
		{"huge claim", with(func(w *wavFile) { w.dataSize = 3 << 30 }), "cut short"},
		{"no data", good.build()[:36], "no data chunk"},
		{"no fmt", "RIFF\x10\x00\x00\x00WAVEdata\x02\x00\x00\x00\x01\x00", "no fmt chunk"},
		{"short fmt", "RIFF\x10\x00\x00\x00WAVEfmt \x04\x00\x00\x00\x01\x00\x01\x00", "fmt chunk is cut short"},
		{"mu-law", patch(20, 7), "WAV format 7 with 16 bits"},
		{"12 bits", patch(34, 12), "with 12 bits"},
		{"no channels", patch(22, 0), "claims 0 channels"},
		{"wrong block", patch(32, 3), "claims 3 bytes for a sample"},
		{"short extensible", patch(20, wavExtensible), "extensible fmt chunk is cut short"},
		{"NaN", with(func(w *wavFile) { w.tag, w.bits, w.values[2] = wavFloat, 32, math.NaN() }), "sample 2 of channel 1 (at 0.000 s) is NaN"},
	} {
		if _, _, err := decode(t, t.TempDir(), c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSounds(t *testing.T) {
	ramp := func(n int, f float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = f * float64(i+1) / float64(n)
		}
		return x
	}
	a := write(t, "u_ann_1.wav", wavFile{values: ramp(6, 0.5)}.build())
	b := write(t, "v_bob_2.wav", wavFile{values: ramp(9, -0.25)}.build())
	quiet := write(t, "v_cyd_3.WAV", wavFile{values: make([]float64, 8)}.build())
	name := "{label}_{group}_{rep}"
	s := mustOpen(t, Options{Paths: []string{a, b, quiet}, Name: name, Embed: "l=2,epsilon=3,delta=2"})
	want := []data.Segment{{Name: "u_ann_1.wav", Group: "ann", Start: 0, End: 2, Held: false, Aside: false}, {Name: "v_bob_2.wav", Group: "bob", Start: 2, End: 5, Held: false, Aside: false}, {Name: "v_cyd_3.WAV", Group: "cyd", Start: 5, End: 8, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) || s.Rate != 4000 || !slices.Equal(s.Inputs, []string{"amplitude[0]", "amplitude[3]"}) {
		t.Errorf("segments %v, inputs %v, rate %g", s.Segments, s.Inputs, s.Rate)
	}
	if !slices.Equal(s.Label, []int{0, 0, 1, 1, 1, 1, 1, 1}) || !slices.Equal(s.Classes, []string{"u", "v"}) {
		t.Errorf("labels %v of %v", s.Label, s.Classes)
	}
	if x := s.X.At(1, 1); x != 1 {
		t.Errorf("the peak of a segment is %g, want 1", x)
	}
	if !hasNote(s, "all zero, left as they are: 1 segment (v_cyd_3.WAV)") {
		t.Errorf("notes %q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{a, b, quiet}, Name: name, Where: "label=v rep=0..2,9", Embed: "none"})
	if len(s.Segments) != 1 || s.Segments[0].Name != "v_bob_2.wav" || len(s.Sources()) != 1 {
		t.Errorf("--where: %v %v", s.Segments, s.Sources())
	}
	if !hasNote(s, "keeps 1 of 3") || !hasNote(s, "has rep=9") {
		t.Errorf("notes %q", s.Notes)
	}
	failure(t, Options{Paths: []string{a, b}}, false, "400 samples", `the longest segment, "v_bob_2.wav", has 9 samples:`, "largest l of which two windows fit is 7 (--embed l=7,epsilon=1,delta=2)")
	failure(t, Options{Paths: []string{a, b}, Name: name, Where: "speaker=bob"}, true, "no such field", "label")
	failure(t, Options{Paths: []string{a, b}, Where: "rep=1"}, true, "no fields", "--name")
	failure(t, Options{Paths: []string{a, b}, Name: name, Where: "rep=7"}, false, "none of the 2 segments", "rep is one of 1, 2")
	fast := write(t, "w_dan_4.wav", wavFile{values: ramp(6, 1), rate: 16000}.build())
	failure(t, Options{Paths: []string{a, fast}}, false, "8000 Hz", "16000 Hz", "u_ann_1.wav", "w_dan_4.wav", "resample")
	stereo := write(t, "s.wav", wavFile{values: ramp(6, 1), channels: 2}.build())
	failure(t, Options{Paths: []string{a, stereo}}, false, "1 channel but", "2 channels")
	s = mustOpen(t, Options{Paths: []string{stereo}, Embed: "l=2", Normalise: "none"})
	if !slices.Equal(s.Inputs, []string{"channel1[0]", "channel2[0]", "channel1[1]", "channel2[1]"}) || s.X.At(0, 2) != 0.5 {
		t.Errorf("stereo: %v %v", s.Inputs, s.X)
	}
}
