package lex

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Decimal holds the decimal sign of a table. The first number with a sign
// determines it, so that "1,5" and "1.5" cannot both be valid in one file.
type Decimal struct {
	Sign  byte // 0 until determined, then '.' or ','
	Comma bool // a comma may be the sign, because it is not the delimiter
	// Grouped is the first number with separated thousands, "" for none.
	Grouped string
}

// The reasons why a cell is not a number.
var (
	ErrEmpty    = errors.New("empty")
	ErrMissing  = errors.New("missing")
	ErrInfinite = errors.New("not finite")
	ErrText     = errors.New("not a number")
	ErrMixed    = errors.New("mixed decimal signs")
)

// missingWords holds the words that programs write for a missing number.
var missingWords = []string{"na", "n/a", "nan", "-nan", "+nan", "#n/a", "null", "none", "nil", "<na>", "missing",
	"n.a.", "undefined", "undef", "nat", "<null>", "(null)", "\\n", // \N in dumps of databases
	"1.#qnan", "-1.#qnan", "1.#ind", "-1.#ind", "nan(ind)", "-nan(ind)", // of C on Windows
	"#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!", "#spill!", "#calc!", "?", "-", "--", "---", "."}

// powers holds the powers of ten that a float64 represents exactly.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// Parse parses a cell as a finite number. Most cells are an integer below 2⁵³
// multiplied or divided by one of these powers of ten: one exact operation
// rounds them correctly (Clinger 1990). Others take a slower path.
func (d *Decimal) Parse(cell []byte) (float64, error) {
	var whole uint64
	digits, exponent, i := 0, 0, 0
	sign := byte(0)
	negative := len(cell) > 0 && cell[0] == '-'
	if negative {
		i = 1
	}
	for ; i < len(cell); i++ {
		c := cell[i]
		if n := c - '0'; n <= 9 && digits < 19 {
			whole = 10*whole + uint64(n)
			digits++
			if sign != 0 {
				exponent--
			}
			continue
		}
		if sign == 0 && (c == '.' || c == ',' && d.Comma) {
			sign = c
			continue
		}
		break
	}
	if i < len(cell) && digits > 0 && cell[i]|0x20 == 'e' {
		e, ok := smallExponent(cell[i+1:])
		if ok {
			exponent += e
			i = len(cell)
		}
	}
	if i < len(cell) || digits == 0 || whole >= 1<<53 || exponent < -22 || exponent > 22 || sign != 0 && d.Sign != 0 && sign != d.Sign {
		return d.parseAny(cell)
	}
	if sign != 0 {
		d.Sign = sign
	}
	x := float64(whole)
	if exponent < 0 {
		x /= powers[-exponent]
	} else {
		x *= powers[exponent]
	}
	if negative {
		x = -x
	}
	return x, nil
}

// smallExponent parses an integer of one or two digits.
func smallExponent(text []byte) (int, bool) {
	negative := false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative, text = text[0] == '-', text[1:]
	}
	if len(text) == 0 || len(text) > 2 {
		return 0, false
	}
	e := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		e = 10*e + int(c-'0')
	}
	if negative {
		e = -e
	}
	return e, true
}

// parseAny parses a cell of any form, including separated thousands.
func (d *Decimal) parseAny(cell []byte) (float64, error) {
	x, err := d.parseOne(cell)
	if err != ErrText || len(cell) > 40 {
		return x, err
	}
	if bare := bytes.TrimSpace(cell); len(bare) > 0 && len(bare) < len(cell) { // of no-break spaces; other spaces are already trimmed
		return d.Parse(bare)
	}
	if rest, ok := bytes.CutPrefix(cell, []byte("−")); ok { // the typographic minus sign
		return d.Parse(append([]byte{'-'}, rest...))
	}
	plain, sign := ungroup(cell, d)
	if plain == nil {
		return x, err
	}
	if x, err = (&Decimal{}).Parse(plain); err == nil {
		d.Sign = sign
		if d.Grouped == "" {
			d.Grouped = string(cell)
		}
	}
	return x, err
}

// grouped matches a number whose thousands are separated by commas, dots,
// apostrophes or narrow spaces.
var grouped = regexp.MustCompile(`^([+-]?\d{1,3})((?:,\d{3})+|(?:\.\d{3})+|(?:['’ \x{a0}\x{2009}\x{202f}]\d{3})+)(?:([.,])(\d*))?$`)

// ungroup returns a number without the separators of thousands and with a
// decimal point. It also returns the number's decimal sign, or the one that
// remains possible. It returns nil for ambiguous numbers: a single comma or dot
// may be the decimal sign.
func ungroup(cell []byte, d *Decimal) (plain []byte, sign byte) {
	m := grouped.FindSubmatch(cell)
	if m == nil {
		return nil, 0
	}
	part := m[2][0]
	sign = d.Sign
	if len(m[3]) > 0 {
		sign = m[3][0]
	}
	switch {
	case part == ',':
		sign = '.'
	case part == '.':
		sign = ','
	}
	if len(m[3]) > 0 && m[3][0] != sign || d.Sign != 0 && sign != d.Sign || sign == ',' && !d.Comma {
		return nil, 0
	}
	plain = append(plain, m[1]...)
	for _, c := range m[2] {
		if c >= '0' && c <= '9' {
			plain = append(plain, c)
		}
	}
	if len(m[4]) > 0 {
		plain = append(append(plain, '.'), m[4]...)
	}
	return plain, sign
}

// parseOne parses a number without separators, or returns the reason why it is
// none. The exponent may follow a d, as in Fortran.
func (d *Decimal) parseOne(cell []byte) (float64, error) {
	sign := byte(0)
	for i, c := range cell {
		switch {
		case c >= '0' && c <= '9', c == 'e', c == 'E', c == '+', c == '-':
		case (c == 'd' || c == 'D') && i > 0 && i+1 < len(cell) && len(cell) <= 40 && !bytes.ContainsAny(cell, "eE"):
			x, err := d.Parse(slices.Concat(cell[:i], []byte{'e'}, cell[i+1:]))
			if err == ErrText {
				err = notNumber(cell)
			}
			return x, err
		case c == '.' && sign == 0, c == ',' && sign == 0 && d.Comma:
			sign = c
		default:
			return 0, notNumber(cell)
		}
	}
	if sign != 0 && d.Sign != 0 && sign != d.Sign {
		return 0, ErrMixed
	}
	if sign == ',' {
		cell = bytes.Replace(cell, []byte{','}, []byte{'.'}, 1)
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		if math.IsInf(x, 0) {
			return 0, ErrInfinite
		}
		return 0, notNumber(cell)
	}
	if sign != 0 {
		d.Sign = sign
	}
	return x, nil
}

// notNumber returns the reason why a cell is not a number.
func notNumber(cell []byte) error {
	if len(cell) > 16 {
		return ErrText
	}
	w := strings.ToLower(string(cell))
	switch {
	case w == "":
		return ErrEmpty
	case strings.TrimLeft(w, "+-") == "inf", strings.TrimLeft(w, "+-") == "infinity":
		return ErrInfinite
	}
	for _, m := range missingWords {
		if w == m {
			return ErrMissing
		}
	}
	return ErrText
}

// numberWithUnit matches a number with a currency, a unit, per cent or an
// error. Bounds such as <5 and accountants' brackets, which negate, do not
// match.
var numberWithUnit = regexp.MustCompile(`^[$€£¥~≈]*\s*([-+−]?)\s*[$€£¥]?\s*(\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?)\s*(?:(?:±|\+/?-).*|[%‰°*]|[\p{L}°%²³/^·]{1,8})?$`)

// Alone returns the number in a cell that contains one with a unit or the like,
// such as $0.13, 12%, 3 ms or 3.4±0.2; "" for others.
func Alone(cell string) string {
	m := numberWithUnit.FindStringSubmatch(cell)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

// Exact is the smallest integer above which float64 cannot represent every
// integer.
const Exact = 1 << 53

// Rounded reports whether a cell is an integer, parsed as x, that loses digits.
func Rounded(cell []byte, x float64) bool {
	digits := bytes.TrimLeft(cell, "+-0")
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return strconv.FormatFloat(math.Abs(x), 'f', -1, 64) != string(digits)
}

// IsNumber reports whether text is a finite number with either decimal sign.
func IsNumber(text string) bool {
	d := Decimal{Comma: true}
	_, err := d.Parse([]byte(text))
	return err == nil
}
