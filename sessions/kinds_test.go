package sessions

import (
	"fmt"

	"example.com/sfatui/sessions/record"
)

func kinds(rs []record.Record) []string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprintf("%d@%d:%s", r.N, r.T, r.Kind))
	}
	return out
}
