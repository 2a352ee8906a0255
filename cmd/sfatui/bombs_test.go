package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/datasets/npy"
	"example.com/sfatui/datasets/testenv"
)

// bomb is a file that claims or unpacks to far more than its size, or with
// which a careless reader takes time quadratic in its size.
type bomb struct {
	name  string
	write func(w io.Writer)
	args  []string // FILE is replaced by its path
	// unpacked is the number of bytes that it contains, and numbers that of its
	// numbers, for which memory may be allocated; 0 if it must be refused
	// before.
	unpacked, numbers int64
}

// bombScale returns the divisor of the bombs' sizes: 1 with SFATUI_BOMBS=1, so
// that they are as large as those that once exhausted the machine.
func bombScale() int64 {
	switch n, err := strconv.ParseInt(os.Getenv("SFATUI_BOMBS"), 10, 64); {
	case err == nil && n > 0:
		return n
	case testenv.Full():
		return 5
	}
	return 400
}

func bombs(n int64) []bomb {
	list := func(w io.Writer, format string, n int64) {
		for i := range n {
			fmt.Fprintf(w, format, i)
		}
	}
	zeros := func(w io.Writer, n int64) { io.CopyN(w, zeroReader{}, n) }
	text := func(part string, times int64) func(io.Writer) {
		return func(w io.Writer) {
			block := bytes.Repeat([]byte(part), 10_000)
			for range times / 10_000 {
				w.Write(block)
			}
		}
	}
	small := func(numbers int64) int64 { // of what is refused at full size only
		if n < 100 {
			return 0
		}
		return numbers / n * 16 / 12 // the fields of a line are held as texts, of 16 bytes each
	}
	data := []string{"data", "FILE"}
	sweep := []string{"run", "sincos", "--dry-run", "--sweep", "FILE"}
	return append([]bomb{
		{"columns.csv", func(w io.Writer) {
			list(w, "c%d,", 3_000_000/n)
			fmt.Fprint(w, "x\n")
			text("0,", 3_000_000/n)(w)
			fmt.Fprint(w, "0\n")
		}, data, 0, 0},
		{"honest.csv", func(w io.Writer) {
			for row := range int64(3) {
				list(w, []string{"c%d,", "%d,", "1%d,"}[row], 990_000/10/n)
				fmt.Fprint(w, []string{"x\n", "1\n", "2\n"}[row])
			}
		}, data, 0, 2 * 99_000 / n},
		{"line.csv.gz", zipped(text("0,", 200_000_000/n)), data, 0, small(200_000_000)},
		{"rows.csv.gz", zipped(func(w io.Writer) { text("0\n", 140_000_000/n)(w); fmt.Fprint(w, "x\n") }), data, 280_000_000 / n, 140_000_000 / n},
		{"table.csv.gz", zipped(func(w io.Writer) { text(strings.Repeat("0,", 49)+"0\n", 4_000_000/n)(w); fmt.Fprint(w, "x\n") }), data, 400_000_000 / n, 200_000_000 / n},
		{"values.arff", func(w io.Writer) {
			fmt.Fprint(w, "@relation r\n@attribute x numeric\n@attribute c {")
			list(w, "v%d,", 300_000/n)
			fmt.Fprint(w, "z}\n@data\n")
			for i := range 200_000 / n {
				fmt.Fprintf(w, "%d,v%d\n", i, 200_000/n-1-i)
			}
		}, []string{"data", "FILE", "--label", "c"}, 0, 200_000 / n},
		{"sparse.arff", func(w io.Writer) {
			fmt.Fprint(w, "@relation r\n")
			list(w, "@attribute a%d numeric\n", 90_000/n)
			fmt.Fprint(w, "@data\n")
			text("{}\n", 200_000)(w)
		}, data, 0, 0},
		{"classes.ts", func(w io.Writer) {
			fmt.Fprint(w, "@problemName p\n@univariate true\n@classLabel true")
			list(w, " c%d", 200_000/n)
			fmt.Fprint(w, "\n@data\n")
			for i := range 100_000 / n {
				fmt.Fprintf(w, "1,2,%d:c%d\n", i, 100_000/n-1-i)
			}
		}, data, 0, 300_000 / n},
		{"zeros.mat", matOf(1_000_000_000 / n), data, 300_000_000 / n, 125_000_000 / n},
		{"zeros.npz", npzOf("X", "<f8", fmt.Sprintf("(%d, 10)", 12_500_000/n), 1_000_000_000/n, zeros), data, 300_000_000 / n, 125_000_000 / n},
		{"bytes.npz", npzOf("X", "|u1", fmt.Sprintf("(%d, 10)", 100_000_000/n), 1_000_000_000/n, zeros), data, 0, small(1_000_000_000)},
		{"claims.npz", npzOf("X", "<f8", "(1000000000000, 10)", 8000, zeros), data, 0, 0},
		{"images.idx.gz", zipped(func(w io.Writer) {
			binary.Write(w, binary.BigEndian, []uint32{0x0803, uint32(300_000 / n), 28, 28})
			zeros(w, 300_000/n*784)
		}), data, 300 * 228_000 / n, 300_000 / n * 784},
		{"image.png", pngOf(30_000, min(30_000, 150_000/n)), data, 0, 0},
		{"model.npz", npzOf("config", "<U200000000", "()", 800_000_000/n, zeros), []string{"transform", "FILE", "sincos"}, 0, 0},
		{"session.sfa.tar", func(w io.Writer) {
			t := tar.NewWriter(w)
			t.WriteHeader(&tar.Header{Name: "x.sfa/session.json", Mode: 0o644, Size: 1 << 40})
		}, []string{"check", "FILE"}, 0, 0},
		{"claims.wav", func(w io.Writer) {
			fmt.Fprint(w, "RIFF\xf0\xff\xff\xffWAVEfmt \x10\x00\x00\x00")
			binary.Write(w, binary.LittleEndian, []uint16{1, 1, 8000, 0, 16000, 0, 2, 16})
			fmt.Fprint(w, "data\xe0\xff\xff\xff")
			zeros(w, 1000)
		}, data, 0, 0},
		{"claims.edf", edfOf(9999, 99_999_999), data, 0, 0},
		{"columns.edf", edfOf(9999, 1), data, 0, 0},
		{"aliases.yaml", func(w io.Writer) {
			fmt.Fprint(w, "a: &a [x,x,x,x,x,x,x,x,x]\n")
			for c := 'b'; c <= 'j'; c++ {
				fmt.Fprintf(w, "%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 8), c-1)
			}
		}, sweep, 0, 0},
		{"nested.yaml", func(w io.Writer) {
			fmt.Fprint(w, "sigma: ")
			text("[", 1_000_000)(w)
		}, sweep, 0, 0},
		{"list.yaml", func(w io.Writer) { fmt.Fprint(w, "sigma: ["); text("1,", 10_000_000)(w); fmt.Fprint(w, "1]\n") }, sweep, 0, 0},
		{"axis.yaml", func(w io.Writer) { fmt.Fprint(w, "sigma: log:0.1:10:1000000000\n") }, sweep, 0, 0},
	}, parquetBombs(n)...)
}

// edfOf writes the header of so many channels, each with so many samples in
// each of as many records, and 20,000 bytes of samples.
func edfOf(channels, claimed int) func(io.Writer) {
	return func(w io.Writer) {
		fmt.Fprintf(w, "0       %-80s%-80s01.01.2000.00.00%-8d%-44s%-8d1       %-4d", "x", "y", 256*(channels+1), "", claimed, channels)
		for _, field := range []struct {
			width int
			text  string
		}{{16, "c"}, {80, ""}, {8, "uV"}, {8, "-1"}, {8, "1"}, {8, "-32768"}, {8, "32767"}, {80, ""}, {8, fmt.Sprint(claimed)}, {32, ""}} {
			for range channels {
				fmt.Fprintf(w, "%-*s", field.width, field.text)
			}
		}
		io.CopyN(w, zeroReader{}, 20_000)
	}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func zipped(write func(io.Writer)) func(io.Writer) {
	return func(w io.Writer) {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
		write(z)
		z.Close()
	}
}

// matOf writes a compressed MAT-file with an array of size bytes of zeros in
// ten columns.
func matOf(size int64) func(io.Writer) {
	return func(w io.Writer) {
		le := binary.LittleEndian
		element := func(kind uint32, b []byte) []byte {
			return append(append(le.AppendUint32(le.AppendUint32(nil, kind), uint32(len(b))), b...), make([]byte, -len(b)&7)...)
		}
		head := element(6, le.AppendUint64(nil, 6))
		head = append(head, element(5, le.AppendUint32(le.AppendUint32(nil, uint32(size/80)), 10))...)
		head = append(head, element(1, []byte("X"))...)
		head = le.AppendUint32(le.AppendUint32(head, 9), uint32(size/80*80))
		var packed bytes.Buffer
		z, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression)
		z.Write(le.AppendUint32(le.AppendUint32(nil, 14), uint32(int64(len(head))+size/80*80)))
		z.Write(head)
		io.CopyN(z, zeroReader{}, size/80*80)
		z.Close()
		fmt.Fprintf(w, "%-124s\x00\x01IM", "MATLAB 5.0 MAT-file")
		w.Write(le.AppendUint32(le.AppendUint32(nil, 15), uint32(packed.Len())))
		w.Write(packed.Bytes())
	}
}

// npzOf writes an archive of one array with the output of body.
func npzOf(name, kind, shape string, size int64, body func(io.Writer, int64)) func(io.Writer) {
	return func(w io.Writer) {
		z := zip.NewWriter(w)
		defer z.Close()
		in, err := z.Create(name + ".npy")
		if err != nil {
			panic(err)
		}
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", kind, shape)
		in.Write([]byte(npy.Magic + "\x01\x00"))
		binary.Write(in, binary.LittleEndian, uint16(len(header)))
		io.WriteString(in, header)
		body(in, size)
	}
}

// pngOf writes so many rows of a black square image.
func pngOf(side uint32, rows int64) func(io.Writer) {
	return func(w io.Writer) {
		chunk := func(kind string, b []byte) {
			binary.Write(w, binary.BigEndian, uint32(len(b)))
			b = append([]byte(kind), b...)
			w.Write(b)
			binary.Write(w, binary.BigEndian, crc32.ChecksumIEEE(b))
		}
		io.WriteString(w, "\x89PNG\r\n\x1a\n")
		chunk("IHDR", append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side), 8, 0, 0, 0, 0))
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		io.CopyN(z, zeroReader{}, rows*int64(side+1))
		z.Close()
		chunk("IDAT", packed.Bytes())
		chunk("IEND", nil)
	}
}

// No file takes the machine. The peak of memory of the whole program is at most 64 MiB, four
// times what the file is long or holds, up to a ratio of 300, 12 bytes for each number that is
// held, and 1 KiB for each column or series; no file takes 10 s of a processor and 10 more for each GiB.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("memory depends on no kernels; the README's test command measures it")
	}
	binary, folder, n := programItself(t), t.TempDir(), bombScale()
	base := int64(bombBase)
	if os.Getenv("CI") == "" {
		base += 8 << 20 // of this test binary, which is the program then
	}
	parts := map[string]int64{"columns.csv": 100_000, "honest.csv": 99_000 / n, "classes.ts": 100_000 / n}
	table := "file              bytes   ended   processor   memory   at most\n"
	for _, b := range bombs(n) {
		path := filepath.Join(folder, b.name)
		f, err := os.Create(path)
		noError(t, err)
		b.write(f)
		noError(t, f.Close())
		info, err := os.Stat(path)
		noError(t, err)
		args := append([]string(nil), b.args...)
		for i, a := range args {
			if a == "FILE" {
				args[i] = path
			}
		}
		most := base + 4*max(info.Size(), min(b.unpacked, 300*info.Size())) + 12*b.numbers + 1<<10*parts[b.name]
		took, out := measureWithin(t, most, folder, append([]string{binary}, args...))
		peak, seconds := took.Peak, took.Seconds
		table += fmt.Sprintf("%-16s %7d   %5d   %7.1f s %5d MB  %5d MB\n", b.name, info.Size(), took.Exit, seconds, peak/1e6, most/1e6)
		if peak > most {
			t.Errorf("%s takes %d MB, at most %d are right:\n%s", b.name, peak/1e6, most/1e6, last(out))
		}
		if seconds > 10+10*float64(most)/(1<<30) {
			t.Errorf("%s takes %.0f s of processors", b.name, seconds)
		}
		if strings.Contains(out, "goroutine ") {
			t.Errorf("%s: %s", b.name, last(out))
		}
		noError(t, os.Remove(path))
	}
	t.Logf("\n%s", table)
}

// usage holds the resources that a program used: the peak of its memory in
// bytes, seconds of processors, and its exit code.
type usage struct {
	Peak    int64
	Seconds float64
	Exit    int
}

// measuring is the variable with the file to which [measured] writes.
const measuring = "SFATUI_TEST_MEASURES"

// measureWithin returns the run of a program, of three, that took the least memory, or the
// first that took no more than most. Garbage is collected beside the program, and on a machine
// that is busy too late; what a program keeps it takes in every run.
func measureWithin(t *testing.T, most int64, folder string, args []string) (least usage, out string) {
	for try := range 3 {
		u, text := measure(t, folder, args)
		if try == 0 || u.Peak < least.Peak {
			least, out = u, text
		}
		if least.Peak <= most {
			break
		}
	}
	return least, out
}

// measure runs a program by way of another process: Linux counts the memory of
// the process that starts a program as the program's own, and this process has
// written the files.
func measure(t *testing.T, folder string, args []string) (usage, string) {
	file := filepath.Join(folder, "usage.json")
	between, err := os.Executable()
	noError(t, err)
	cmd := exec.Command(between, args...)
	cmd.Env = append(os.Environ(), "HOME="+folder, "XDG_CACHE_HOME="+folder, "XDG_STATE_HOME="+folder, "TMPDIR="+folder, measuring+"="+file)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(file)
	noError(t, err)
	var u usage
	noError(t, json.Unmarshal(text, &u))
	return u, string(out)
}

// measured runs the program of the command line, and writes the resources that
// it used to a file.
func measured(file string) {
	os.Unsetenv(measuring)
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		panic(err)
	}
	of := cmd.ProcessState
	text, err := json.Marshal(usage{of.SysUsage().(*syscall.Rusage).Maxrss << 10, (of.UserTime() + of.SystemTime()).Seconds(), of.ExitCode()})
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		panic(err)
	}
}

// bombBase is what the program takes for any file: itself, and lines of 16 MiB.
const bombBase = 64 << 20

func last(text string) string { return text[max(0, len(text)-300):] }
