package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// logOf returns the output of a simulation: two runs with lines of text around
// their rows.
func logOf(rows int) string {
	var b strings.Builder
	step := 0
	for run := range 2 {
		fmt.Fprintf(&b, "LAMMPS (29 Sep 2021)\nLattice spacing in x,y,z = 1.6795962 1.6795962 1.6795962\nRun %d of two, \"as asked\n\nStep Temp Press \n", run)
		for range rows {
			fmt.Fprintf(&b, "%8d   %.4f   %.3e \n", step, 1.5+0.01*float64(step%7), float64(step*step))
			step += 50
		}
		b.WriteString("Loop time of 0.3 on 1 procs for 150 steps with 4000 atoms\n\nSection |  min time  |  avg time  |  max time  |%varavg| %total\nPair    | 0.2 | 0.2 | 0.2 | 0.0 | 80.0\n")
	}
	return b.String()
}

// A table is found within the lines of text around it, regardless of the file's
// name.
func TestTablesWithinTexts(t *testing.T) {
	markers := "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n60.00\t60.00\t4\t2\tmm\t60.00\t1\t4\n" +
		"Frame#\tTime\tHip\t\t\tKnee\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\t\n\n1\t0.0\t613\t1022\t78\t611\t1023\t-154\t\n2\t0.25\t614\t1021\t78\t612\t1022\t-155\t\n3\t0.5\t616\t1020\t77\t\t\t\t\n4\t0.75\t617\t1019\t76\t615\t1020\t-157\t\n"
	hips := []string{"Hip X1", "Hip Y1", "Hip Z1", "Knee X2", "Knee Y2", "Knee Z2"}
	for name, c := range map[string]struct {
		text           string
		inputs         []string
		rows, segments int
		first, last    float64 // of the first input
	}{
		"short runs":   {logOf(4), []string{"Step", "Temp", "Press"}, 8, 2, 0, 350},
		"long runs":    {logOf(60_000), []string{"Step", "Temp", "Press"}, 120_000, 2, 0, 119_999 * 50},
		"line ends":    {strings.ReplaceAll(logOf(5), "\n", "\r\n"), []string{"Step", "Temp", "Press"}, 10, 2, 0, 450},
		"markers":      {strings.Replace(markers, "\t\t\t\t\n4", "\t614\t1021\t-156\t\n4", 1), hips, 4, 1, 613, 617},
		"a hidden one": {markers, hips, 3, 2, 613, 617}, // the rows without it are omitted
		"semicolons":   {"Device;5\nSerial;no;x;y\nComment;free;text;here\nt1;t2;t3;t4;t5\nu;v\n1,5;2\n2,5;3\n3,5;5\nStopped;by;hand\n4,5;7\n5,5;8\n", []string{"u", "v"}, 5, 2, 1.5, 5.5},
		"the end only": {"made by hand with a pump and a pen\nA B\n1 2\n2 3\n3 5\n4 8\nThe end\n", []string{"A", "B"}, 4, 1, 1, 4},
		"other widths": {"a long line of words before it\np q r\n1 2 3\n2 3 1\n3 1 2\nthen\n1 2\n5 6\n4 4 4\n", []string{"p", "q", "r"}, 4, 2, 1, 4},
	} {
		for _, ext := range []string{".txt", ".log", ".trc", ""} {
			if c.rows > 1000 && ext != ".txt" && !testenv.Full() {
				continue
			}
			s := mustOpen(t, Options{Paths: []string{write(t, "x"+ext, c.text)}, Missing: "split"})
			n, _ := s.X.Dims()
			if n != c.rows || len(s.Segments) != c.segments || !slices.Equal(s.Inputs, c.inputs) || s.X.At(0, 0) != c.first || s.X.At(n-1, 0) != c.last || !hasNote(s, "text around the table left out") {
				t.Errorf("%s%s: %d rows in %d segments, inputs %q, notes %q", name, ext, n, len(s.Segments), s.Inputs, s.Notes)
			}
		}
	}
	if s := mustOpen(t, Options{Paths: []string{write(t, "x.log", "a long line of words before it\np q r\n1 2 3\n2 3 1\n3 1 2\nthen\n1 2\n5 6\n4 4 4\n")}}); !hasNote(s, "2 lines of numbers left out, because their number of fields differs") {
		t.Errorf("%q", s.Notes)
	}
	failure(t, Options{Paths: []string{write(t, "x.log", strings.Replace(logOf(4), "atoms\n", "atoms\nStep Volume Press\n1 2 3\n", 1))}}, false, "names the columns again, Step, Volume, Press in place of Step, Temp, Press")
	for name, text := range map[string]string{
		"letter": "Dear Anna,\nthe 3 of us came at 12,\n1 2\n3 4\nand left at 2.\n", "code.go": "package main\n\nvar x = []int{\n\t1, 2,\n\t3, 4,\n\t5, 6,\n}\n",
	} {
		failure(t, Options{Paths: []string{write(t, name, text)}}, false, "is not a table of numbers")
	}
}
