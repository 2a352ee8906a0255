package lex_test

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/format/lex"
)

// A semicolon separates these columns, because it splits all lines equally: the
// comma is the decimal sign.
func ExampleScanner() {
	const table = "time;x\n# warm-up\n10:00:00;1,5\n10:00:02;\"2,5\"\n"
	delim := lex.SniffDelimiter([]byte(table), true)
	fmt.Println(lex.DelimiterNames[delim])
	s := lex.NewScanner(strings.NewReader(table), delim)
	if _, err := s.Record(); err != nil { // the header
		fmt.Println(err)
		return
	}
	decimal := lex.Decimal{Comma: delim != ','}
	for {
		fields, err := s.Record()
		if err != nil { // io.EOF
			break
		}
		seconds, _ := lex.ParseTime(fields[0], false)
		x, err := decimal.Parse(fields[1])
		fmt.Println(s.Line, seconds, x, err)
	}
	_, err := decimal.Parse([]byte("3.5"))
	fmt.Println(err)
	// Output:
	// semicolon
	// 3 36000 1.5 <nil>
	// 4 36002 2.5 <nil>
	// mixed decimal signs
}
