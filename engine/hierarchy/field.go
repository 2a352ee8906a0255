package hierarchy

import (
	"fmt"
	"strings"
)

// parseField parses the field and the stride of the next layer.
func (s Shape) parseField(text string) (field, stride size, err error) {
	below := s.top()
	if text == "all" {
		return below, below, nil
	}
	first, second, apart := strings.Cut(text, "+")
	if field, err = s.parseSize(first); err != nil {
		return field, stride, err
	}
	stride = field
	if apart {
		if stride, err = s.parseSize(second); err != nil {
			return field, stride, err
		}
	}
	if stride.w, err = checkTiling(below.w, field.w, stride.w, "across"); err != nil {
		return field, stride, err
	}
	stride.h, err = checkTiling(below.h, field.h, stride.h, "down")
	return field, stride, err
}

// parseSize parses W on a line, else WxH.
func (s Shape) parseSize(text string) (size, error) {
	numbers, err := parseCounts(text)
	switch {
	case err == nil && len(numbers) == 2:
		return size{numbers[0], numbers[1]}, nil
	case err == nil && len(numbers) == 1 && s.line():
		return size{numbers[0], 1}, nil
	case s.line():
		return size{}, fmt.Errorf("%q: a field on a line is its length, with a stride where they overlap: 10 or 10+5, or all", text)
	}
	return size{}, fmt.Errorf("%q: a field on a grid is its width and height, with a stride where they overlap: 4x4 or 4x4+2x2, or all", text)
}

// checkTiling checks that fields cover the positions of one direction and returns their
// stride: the field itself if there is only one.
func checkTiling(positions, field, stride int, direction string) (int, error) {
	switch {
	case field > positions:
		return 0, fmt.Errorf("a field of %d %s on %d positions: take at most %d, or all", field, direction, positions, positions)
	case field == positions:
		return field, nil
	case stride > field:
		return 0, fmt.Errorf("a stride of %d %s leaves gaps between fields of %d: take at most %d", stride, direction, field, field)
	case (positions-field)%stride == 0:
		return stride, nil
	}
	// A stride of one always fits.
	var fitting []string
	for s := 1; s <= field && len(fitting) < 8; s++ {
		if (positions-field)%s == 0 {
			fitting = append(fitting, fmt.Sprint(s))
		}
	}
	return 0, fmt.Errorf("fields of %d with a stride of %d leave %d of %d positions over %s: take a stride of %s",
		field, stride, (positions-field)%stride, positions, direction, strings.Join(fitting, " or "))
}
