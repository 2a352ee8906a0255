package golden

import (
	"fmt"
	"slices"
	"strings"
)

// mostDiffering is the largest number of printed lines of a difference.
const mostDiffering = 80

// difference returns the lines in which two texts differ, with their numbers in each, under the
// name of the part that contains them.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out []string
	part, named := "", ""
	add := func(sign, line string, number int) {
		if part != named {
			out, named = append(out, part), part
		}
		out = append(out, fmt.Sprintf("%5d %s %s", number, sign, line))
	}
	i, j := 0, 0
	for _, same := range append(commonLines(w, g), [2]int{len(w), len(g)}) {
		for ; i < same[0]; i++ {
			add("want", w[i], i+1)
		}
		for ; j < same[1]; j++ {
			add("got ", g[j], j+1)
		}
		if i < len(w) && strings.HasPrefix(w[i], partMark) {
			part = w[i]
		}
		i, j = i+1, j+1
	}
	if more := len(out) - mostDiffering; more > 0 {
		out = append(out[:mostDiffering], fmt.Sprintf("… and %d lines more", more))
	}
	return strings.Join(out, "\n")
}

// commonLines returns the positions of the lines of a longest common subsequence.
func commonLines(a, b []string) [][2]int {
	var head, tail [][2]int
	for len(head) < min(len(a), len(b)) && a[len(head)] == b[len(head)] {
		head = append(head, [2]int{len(head), len(head)})
	}
	n := len(head)
	for len(a)-len(tail) > n && len(b)-len(tail) > n && a[len(a)-1-len(tail)] == b[len(b)-1-len(tail)] {
		tail = append(tail, [2]int{len(a) - 1 - len(tail), len(b) - 1 - len(tail)})
	}
	slices.Reverse(tail)
	a, b = a[n:len(a)-len(tail)], b[n:len(b)-len(tail)]
	length := make([][]int, len(a)+1) // length of the longest common subsequence of a[i:] and b[j:]
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			head = append(head, [2]int{n + i, n + j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return append(head, tail...)
}
