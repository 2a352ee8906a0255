package datasets

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
)

// decimal is the decimal sign of a table. It is settled by the first number
// that has one, so that "1,5" and "1.5" cannot both pass in one file.
type decimal struct {
	sign  byte // 0 until settled, then '.' or ','
	comma bool // whether a comma may be the sign: it is not the delimiter
}

// The ways in which a cell fails to be a number.
var (
	errEmpty    = errors.New("empty")
	errMissing  = errors.New("missing")
	errInfinite = errors.New("not finite")
	errText     = errors.New("not a number")
	errMixed    = errors.New("mixed decimal signs")
)

// missingWords are what programs write where a number is missing.
var missingWords = []string{"na", "n/a", "nan", "-nan", "+nan", "#n/a", "null", "none", "nil", "?", "-", "."}

// parse reads a cell as a finite number.
func (d *decimal) parse(cell []byte) (float64, error) {
	sign := byte(0)
	for _, c := range cell {
		switch {
		case c >= '0' && c <= '9', c == 'e', c == 'E', c == '+', c == '-':
		case c == '.' && sign == 0, c == ',' && sign == 0 && d.comma:
			sign = c
		default:
			return 0, notNumber(cell)
		}
	}
	if sign != 0 && d.sign != 0 && sign != d.sign {
		return 0, errMixed
	}
	if sign == ',' {
		cell = bytes.Replace(cell, []byte{','}, []byte{'.'}, 1)
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		if math.IsInf(x, 0) {
			return 0, errInfinite
		}
		return 0, notNumber(cell)
	}
	if sign != 0 {
		d.sign = sign
	}
	return x, nil
}

// notNumber says in which way cell is no number.
func notNumber(cell []byte) error {
	if len(cell) > 16 {
		return errText
	}
	w := strings.ToLower(string(cell))
	switch {
	case w == "":
		return errEmpty
	case strings.TrimLeft(w, "+-") == "inf", strings.TrimLeft(w, "+-") == "infinity":
		return errInfinite
	}
	for _, m := range missingWords {
		if w == m {
			return errMissing
		}
	}
	return errText
}

// isNumber reports whether text reads as a finite number in either decimal sign.
func isNumber(text string) bool {
	d := decimal{comma: true}
	_, err := d.parse([]byte(text))
	return err == nil
}
