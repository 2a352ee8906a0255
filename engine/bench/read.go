package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"example.com/sfatui/datasets"
	"gonum.org/v1/gonum/mat"
)

// Size of the table to read, at scale 1.
const (
	readRows    = 1_000_000
	readColumns = 50
)

// reader is a way of reading a file in Python.
type reader struct {
	name, imports string
	before        string // code that runs before the timer starts
	code          string
}

// readers holds the readers of each format, by file extension.
var readers = map[string][]reader{
	".csv": {
		{"numpy.loadtxt", "numpy", "", "numpy.loadtxt(path, delimiter=',', skiprows=1)"},
		{"pandas.read_csv", "pandas", "", "pandas.read_csv(path, engine='c').to_numpy()"},
		{"pyarrow.csv", "pyarrow.csv", "", "pyarrow.csv.read_csv(path).to_pandas().to_numpy()"},
	},
	".npy": {
		{"numpy.load", "numpy", "", "numpy.load(path)"},
		{"copy in memory", "numpy", "b = numpy.load(path)", "b.copy()"}, // for comparison
	},
}

// readScript times a reader in its own process, without the start of Python, and prints the
// seconds and the sum of the values.
const readScript = "import sys, time, %s\npath = sys.argv[1]\n%s\nt = time.perf_counter()\na = %s\nt = time.perf_counter() - t\nprint(t, a.sum())\n"

// readTable prints how fast tables are read, beside the available readers of Python and a copy
// in memory. Ours also hashes the file, as a session requires.
func readTable(ctx context.Context, b *bench) error {
	b.printVersions()
	rows := max(int(b.scale*readRows), 2)
	fmt.Fprintf(b.out, "reading %d rows of %d columns, in fresh processes, medians of %d in turn; ours hashes the file too, of npy when the set is there\n", rows, readColumns, b.runs)
	fmt.Fprintf(b.out, "\n%-6s %8s %10s %-16s %10s %7s\n", "file", "size", "ours", "peer", "its", "ratio")
	for _, name := range []string{"x.csv", "x.npy"} {
		path := filepath.Join(b.folder, name)
		if err := writeTable(path, rows, readColumns); err != nil {
			return err
		}
		if err := b.readLines(ctx, path); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// readLines prints the lines of one file.
func (b *bench) readLines(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	var ours []float64
	peers := readers[filepath.Ext(path)]
	theirs := make([][]float64, len(peers))
	for range b.runs {
		took, sum, err := b.readOnce(ctx, b.self("read", path))
		if err != nil {
			return err
		}
		ours = append(ours, took)
		for i, p := range peers {
			if exec.CommandContext(ctx, b.python, "-c", "import "+p.imports).Run() != nil {
				continue // not installed
			}
			took, other, err := b.readOnce(ctx, exec.Command(b.python, "-c", fmt.Sprintf(readScript, p.imports, p.before, p.code), path))
			if err != nil {
				return err
			}
			if math.Abs(other-sum) > 1e-6*math.Max(1, math.Abs(sum)) {
				return fmt.Errorf("%s: we read numbers of sum %g, %s of %g", path, sum, p.name, other)
			}
			theirs[i] = append(theirs[i], took)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	size := float64(info.Size())
	for i, p := range peers {
		fmt.Fprintf(b.out, "%-6s %8s %10s %-16s ", filepath.Ext(path)[1:], bytesText(size), seconds(median(ours)), p.name)
		if theirs[i] == nil {
			fmt.Fprintf(b.out, "%10s\n", "not here")
			continue
		}
		fmt.Fprintf(b.out, "%10s %6.3g×\n", seconds(median(theirs[i])), median(theirs[i])/median(ours))
	}
	return nil
}

// readerBytes exceeds the memory of any reader.
const readerBytes = 3 << 30

// readOnce runs a reader and returns the seconds and the sum that it prints.
func (b *bench) readOnce(ctx context.Context, cmd *exec.Cmd) (took, sum float64, err error) {
	if err := b.touchMemoryFirst(ctx, readerBytes); err != nil {
		return 0, 0, err
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := b.run(ctx, cmd); err != nil {
		return 0, 0, err
	}
	_, err = fmt.Sscan(out.String(), &took, &sum)
	return took, sum, err
}

// readChild opens a file as the workbench does and prints its result in the format of
// readScript.
func readChild(ctx context.Context, path string, stdout io.Writer) error {
	start := time.Now()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{path}}, nil)
	if err != nil {
		return err
	}
	took := time.Since(start).Seconds()
	_, err = fmt.Fprintln(stdout, took, mat.Sum(set.X))
	return err
}

// writeTable writes a table of numbers with six digits, as text with a header or as an array.
func writeTable(path string, n, d int) error {
	number := func(i int) float64 { return math.Round(1e6*math.Sin(float64(i))) / 1e6 }
	row := make([]float64, d)
	if filepath.Ext(path) == ".npy" {
		w, err := createNPY(path, n, d)
		if err != nil {
			return err
		}
		for i := range n {
			for k := range row {
				row[k] = number(i*d + k)
			}
			if err := w.row(row); err != nil {
				w.close()
				return err
			}
		}
		return w.close()
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	var line []byte
	for k := range d {
		line = append(strconv.AppendInt(append(line, 'c'), int64(k), 10), ',')
	}
	for i := range n + 1 {
		line[len(line)-1] = '\n'
		if _, err := w.Write(line); err != nil {
			return err
		}
		line = line[:0]
		for k := range d {
			line = append(strconv.AppendFloat(line, number(i*d+k), 'f', 6, 64), ',')
		}
	}
	return w.Flush()
}
