package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"example.com/sfatui/datasets/npy"
)

// TestGoldenSolutions compares numbers solved again from recorded points with
// those pinned for the present arithmetic, to the bit. Without CI it exports
// the arrays of one point.
func TestGoldenSolutions(t *testing.T) {
	ran := arithmetic(t)
	name := "solved-" + ran + ".txt"
	needPinned(t, goldenPath(t, name))
	c := openCases(t, name, "")
	copySessions(t)
	whole := os.Getenv("CI") != "" || *update
	verified := "replay labels.sfa.tar --verify --sample 4"
	numbers, text := apart(t, spoken(t, strings.Fields(verified)...), ran)
	c.hold(t, verified, text+numbers)
	exports := []string{"export labels.sfa.tar --format npz", "export labels.sfa.tar --format npz --model", "export target.sfa.tar --format npz --model"}
	if !whole {
		exports = exports[:1]
	}
	for _, line := range exports {
		c.hold(t, line, arrays(t, succeed(t, strings.Fields(line)...)))
	}
	c.end(t, whole)
}

var (
	otherArithmetic = regexp.MustCompile(`the session was computed with the arithmetic ([a-z0-9-]+) and this is [a-z0-9-]+: last digits may differ\n`)
	otherMeasures   = regexp.MustCompile(`the session's points have other measures than this sfatui computes: .*\n`)
	differing       = regexp.MustCompile(`\b([0-9]\.[0-9]e-[0-9]+|0)\b`)
)

// apart separates the output of verifying a session into the numbers by which
// points differ, and the text with … in place of each. The session is of
// avx512-amd64, so that every other arithmetic prints a note. That note is
// removed, and so is the one on measures that were added since.
func apart(t *testing.T, said, ran string) (numbers, text string) {
	t.Helper()
	if found := otherArithmetic.FindStringSubmatch(said); (found == nil) != (ran == "avx512-amd64") || found != nil && found[1] != "avx512-amd64" {
		t.Errorf("on %s it says %s", ran, said)
	}
	var here, all strings.Builder
	for line := range strings.Lines(thisVersion.ReplaceAllString(otherMeasures.ReplaceAllString(otherArithmetic.ReplaceAllString(said, ""), ""), "this is VERSION:")) {
		before, differs, found := strings.Cut(line, "differ")
		if !found || !strings.Contains(differs, " slowness ") {
			all.WriteString(line)
			continue
		}
		fmt.Fprintln(&here, strings.Join(differing.FindAllString(differs, -1), " "))
		all.WriteString(before + "differ" + differing.ReplaceAllString(differs, "…"))
	}
	return here.String(), all.String()
}

var engineField = regexp.MustCompile(`"engine":"[0-9.]+"`)

// arrays lists the arrays of an NPZ file: the type, the shape, a hash of the bytes and the
// first numbers of each, or its text.
func arrays(t *testing.T, file string) string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
	noError(t, err)
	var b strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		noError(t, err)
		all, err := io.ReadAll(r)
		noError(t, err)
		from := bytes.NewReader(all)
		header, err := npy.Read(from)
		noError(t, err)
		elements := all[len(all)-from.Len():]
		fmt.Fprintf(&b, "%s %s %s", f.Name, header.Type, header.Shape)
		if strings.HasPrefix(header.Type, "<U") {
			var text []rune
			for at := 0; at+4 <= len(elements); at += 4 {
				if r := binary.LittleEndian.Uint32(elements[at:]); r != 0 { // which ends a shorter text
					text = append(text, rune(r))
				}
			}
			fmt.Fprintf(&b, "\n  %s\n", strings.ReplaceAll(engineField.ReplaceAllString(string(text), `"engine":"VERSION"`), `,"`, ",\n  \""))
			continue
		}
		fmt.Fprintf(&b, " %.8x", sha256.Sum256(elements))
		for at := 0; at+8 <= min(len(elements), 3*8); at += 8 {
			word := binary.LittleEndian.Uint64(elements[at:])
			if header.Type == "<f8" {
				fmt.Fprintf(&b, " %v", math.Float64frombits(word))
			} else {
				fmt.Fprintf(&b, " %d", int64(word))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
