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
	"example.com/sfatui/datasets/internal/sample"
)

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
	for name, w := range map[string]sample.WAV{
		"pcm 8":            {Bits: 8},
		"pcm 16":           {Bits: 16},
		"pcm 24":           {Bits: 24},
		"pcm 32":           {Bits: 32},
		"float 32":         {Tag: sample.WavFloat, Bits: 32},
		"float 64":         {Tag: sample.WavFloat, Bits: 64},
		"stereo":           {Channels: 2, Bits: 24},
		"extensible":       {Extensible: true, Bits: 24, Channels: 3},
		"extensible float": {Extensible: true, Tag: sample.WavFloat, Bits: 32},
		"data first":       {DataFirst: true},
		"odd chunk":        {Extra: "abc"},
		"8 bit data first": {DataFirst: true, Bits: 8, Channels: 3},
		"RF64":             {Id: "RF64", RiffSize: math.MaxUint32},
		"RF64 data first":  {Id: "RF64", RiffSize: math.MaxUint32, DataFirst: true},
		"BW64":             {Id: "BW64", RiffSize: math.MaxUint32},
		"streamed":         {DataSize: -1, RiffSize: math.MaxUint32},
		"streamed, RIFF 0": {DataSize: -1, RiffSize: 1},
	} {
		w.Values = values
		raw, x, err := decode(t, t.TempDir(), w.Build())
		if err != nil || !slices.Equal(x, values) || len(raw.Inputs) != max(w.Channels, 1) {
			t.Errorf("%s: %v %v", name, x, err)
		}
	}
}

func TestWAVStreamedZero(t *testing.T) {
	file := []byte(sample.WAV{Values: []float64{0.5, -0.5}}.Build())
	binary.LittleEndian.PutUint32(file[40:], 0)
	if _, x, err := decode(t, t.TempDir(), string(file)); err != nil || len(x) != 0 {
		t.Errorf("a right RIFF size means no samples: %v %v", x, err)
	}
	binary.LittleEndian.PutUint32(file[4:], 0)
	if _, x, err := decode(t, t.TempDir(), string(file)); err != nil || !slices.Equal(x, []float64{0.5, -0.5}) {
		t.Errorf("a streamed file reaches to its end: %v %v", x, err)
	}
	raw, x, err := decode(t, t.TempDir(), string(file)+"\x01")
	if err != nil || len(x) != 2 || !slices.ContainsFunc(raw.Notes, func(note string) bool { return strings.Contains(note, "1 byte after the last complete sample") }) {
		t.Errorf("a byte of a third sample: %v, %v, notes %q", x, err, raw.Notes)
	}
}

// TestWAVDataTwice reads the first data chunk, and notes that there is another.
func TestWAVDataTwice(t *testing.T) {
	file := []byte(sample.WAV{Values: []float64{0.5, -0.5}}.Build() + "data\x04\x00\x00\x00\x01\x02\x03\x04")
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	s := mustOpen(t, Options{Paths: []string{write(t, "x.wav", string(file))}, Embed: "none"})
	if n, _ := s.X.Dims(); n != 2 || !hasNote(s, "x.wav: 4 bytes in further data chunks are left out; only the first is read") {
		t.Errorf("%d samples, notes %q", n, s.Notes)
	}
}

func TestWAVErrors(t *testing.T) {
	good := sample.WAV{Values: []float64{0, 0.5, 0.25, 0.125}}
	with := func(change func(*sample.WAV)) string {
		w := good
		change(&w)
		return w.Build()
	}
	patch := func(at int, value uint16) string {
		b := []byte(good.Build())
		binary.LittleEndian.PutUint16(b[at:], value)
		return string(b)
	}
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "no RIFF header"},
		{"text", "x,y\n1,2\n3,4\n5,6\n", "no RIFF header"},
		{"big endian", "RIFX" + good.Build()[4:], "no RIFF header"},
		{"cut", with(func(w *sample.WAV) { w.Cut = 3 }), "claims 8 bytes but the file holds only 5"},
		{"huge claim", with(func(w *sample.WAV) { w.DataSize = 3 << 30 }), "cut short"},
		{"no data", good.Build()[:36], "no data chunk"},
		{"no fmt", "RIFF\x10\x00\x00\x00WAVEdata\x02\x00\x00\x00\x01\x00", "no fmt chunk"},
		{"short fmt", "RIFF\x10\x00\x00\x00WAVEfmt \x04\x00\x00\x00\x01\x00\x01\x00", "fmt chunk is cut short"},
		{"mu-law", patch(20, 7), "WAV format 7 with 16 bits"},
		{"12 bits", patch(34, 12), "with 12 bits"},
		{"no channels", patch(22, 0), "claims 0 channels"},
		{"wrong block", patch(32, 3), "claims 3 bytes for a sample"},
		{"short extensible", patch(20, sample.WavExtensible), "extensible fmt chunk is cut short"},
		{"NaN", with(func(w *sample.WAV) { w.Tag, w.Bits, w.Values[2] = sample.WavFloat, 32, math.NaN() }), "sample 2 of channel 1 (at 0.000 s) is NaN"},
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
	a := write(t, "u_ann_1.wav", sample.WAV{Values: ramp(6, 0.5)}.Build())
	b := write(t, "v_bob_2.wav", sample.WAV{Values: ramp(9, -0.25)}.Build())
	quiet := write(t, "v_cyd_3.WAV", sample.WAV{Values: make([]float64, 8)}.Build())
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
	fast := write(t, "w_dan_4.wav", sample.WAV{Values: ramp(6, 1), Rate: 16000}.Build())
	failure(t, Options{Paths: []string{a, fast}}, false, "8000 Hz", "16000 Hz", "u_ann_1.wav", "w_dan_4.wav", "resample")
	stereo := write(t, "s.wav", sample.WAV{Values: ramp(6, 1), Channels: 2}.Build())
	failure(t, Options{Paths: []string{a, stereo}}, false, "1 channel but", "2 channels")
	s = mustOpen(t, Options{Paths: []string{stereo}, Embed: "l=2", Normalise: "none"})
	if !slices.Equal(s.Inputs, []string{"channel1[0]", "channel2[0]", "channel1[1]", "channel2[1]"}) || s.X.At(0, 2) != 0.5 {
		t.Errorf("stereo: %v %v", s.Inputs, s.X)
	}
}
