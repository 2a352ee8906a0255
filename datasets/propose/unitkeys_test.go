package propose_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
)

// Two columns that identify units together are proposed as segments and, the coarser one, as groups:
// where rows list the units at each moment, and where times begin anew in each of them.
func TestUnitsOfTwoKeys(t *testing.T) {
	const coarse, fine, moments = 3, 4, 30
	rows := func(order [3]int, line func(a, b, m int) string) []string {
		var lines []string
		sizes := [3]int{coarse, fine, moments}
		at := [3]int{}
		for at[order[0]] = range sizes[order[0]] {
			for at[order[1]] = range sizes[order[1]] {
				for at[order[2]] = range sizes[order[2]] {
					a, b, m := at[0], at[1], at[2]
					if key := line(a, b, m); key != "" {
						lines = append(lines, fmt.Sprintf("%s,%.5f,%.5f", key, ofUnit(fine*a+b, m, 0), 2*ofUnit(fine*a+b, m, 1)))
					}
				}
			}
		}
		return lines
	}
	turns, sorted, byFine := [3]int{2, 0, 1}, [3]int{0, 1, 2}, [3]int{1, 0, 2}
	words := func(a, b, m int) string { return fmt.Sprintf("2020-01-%02d,c%d,p%d", m+1, a, b) }
	numbers := func(a, b, m int) string { return fmt.Sprintf("%d,%d,%d", 1990+m, a+1, b+1) }
	for name, c := range map[string]struct {
		head  string
		lines []string
		want  string
		units int
	}{
		"words in turns":    {"date,country,product", rows(turns, words), "! segment=product group=country", coarse * fine},
		"words behind each": {"date,country,product", rows(sorted, words), "! segment=product group=country", coarse * fine},
		"sorted by product": {"date,country,product", rows(byFine, words), "! segment=country group=product", coarse * fine},
		"numbers in turns":  {"year,store,item", rows(turns, numbers), "! segment=item group=store clock=year", coarse * fine},
		"named as a group":  {"year,item,subject", rows(turns, numbers), "! segment=item group=subject clock=year", coarse * fine},
		"sessions of subjects, some of one": {"time,subject,session", rows(sorted, func(a, b, m int) string {
			if b > a {
				return ""
			}
			return fmt.Sprintf("%.2f,%d,%d", float64(m)/50, a+1, b+1)
		}), "! segment=session group=subject", 1 + 2 + 3},
		"a country with a code": {"date,code,country,product", rows(turns, func(a, b, m int) string { return fmt.Sprintf("2020-01-%02d,%d,c%d,p%d", m+1, 7*a, a, b) }),
			"! segment=product group=code", coarse * fine},
		"some are not there": {"date,country,product", rows(turns, func(a, b, m int) string { return lacking(fine*a+b, m, func(int, int) string { return words(a, b, m) }) }),
			"! segment=product group=country", coarse * fine},
		"one key alone": {"date,country,product", rows(turns, func(a, b, m int) string { return fmt.Sprintf("2020-01-%02d,c%d,p%d", m+1, a, fine*a+b) }),
			"! segment=product group=product", coarse * fine},
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "keys.csv", append([]string{c.head + ",v,w"}, c.lines...)...)
			var got []string
			for _, line := range proposed(t, datasets.Options{Paths: []string{path}}) {
				if strings.Contains(line, "segment=") {
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("proposed %q, want %q", got, c.want)
			}
			k := takeAll(t, datasets.Options{Paths: []string{path}})
			labelled := name == "one key alone" // by what describes its units
			if k.set == nil || len(k.set.Segments) != c.units || labelled != (len(k.set.Classes) > 0) {
				t.Fatalf("with %v: %v", k.flags, k.set)
			}
			if n, _ := k.set.X.Dims(); n != len(c.lines) {
				t.Errorf("with %v %d of %d rows", k.flags, n, len(c.lines))
			}
		})
	}
}

// Hours and minutes of a day are no keys, nor are hours alone.
func TestTimesAreNoKeys(t *testing.T) {
	lines := []string{"date,hour,minute,v"}
	hours := []string{"date,hour,v"}
	for i := range 12 * 24 {
		hours = append(hours, fmt.Sprintf("2020-01-%02d,%d,%.5f", i/24+1, i%24, ofUnit(1, i, 0)))
		for m := range 4 {
			lines = append(lines, fmt.Sprintf("2020-01-%02d,%d,%d,%.5f", i/24+1, i%24, 15*m, ofUnit(1, 4*i+m, 0)))
		}
	}
	for _, file := range [][]string{lines, hours} {
		for _, line := range proposed(t, datasets.Options{Paths: []string{written(t, "t.csv", file...)}}) {
			if strings.Contains(line, "segment=") || strings.Contains(line, "group=") {
				t.Errorf("%s: %s", file[0], line)
			}
		}
	}
}

// Roles that are stated stay: what is left of the two keys is proposed.
func TestStatedKeys(t *testing.T) {
	lines := []string{"date,country,product,v"}
	for m := range 30 {
		for u := range 12 {
			lines = append(lines, fmt.Sprintf("2020-01-%02d,c%d,p%d,%.5f", m+1, u/4, u%4, ofUnit(u, m, 0)))
		}
	}
	path := written(t, "keys.csv", lines...)
	for _, c := range []struct {
		o    datasets.Options
		want []string
	}{
		{datasets.Options{}, []string{"! segment=product group=country"}},
		{datasets.Options{Group: "country"}, []string{"! segment=product"}},
		{datasets.Options{Segment: "product"}, []string{"! group=country"}},
		{datasets.Options{Segment: "product", Group: "country"}, nil},
		{datasets.Options{Label: "product", Drop: []string{"country"}}, nil},
	} {
		c.o.Paths = []string{path}
		wantProposed(t, c.o, c.want...)
	}
}

// Sessions numbered or named separately for each subject are proposed as segments even without a
// column of times, if the two columns have such names and each session is one run of rows.
func TestSessionsWithoutTimes(t *testing.T) {
	const subjects, sessions, rows = 4, 3, 25
	file := func(head string, line func(a, b, m int) string) []string {
		lines := []string{head + ",v,w"}
		for a := range subjects {
			for b := range sessions {
				for m := range rows {
					if key := line(a, b, m); key != "" {
						lines = append(lines, fmt.Sprintf("%s,%.5f,%.5f", key, ofUnit(sessions*a+b, m, 0), 2*ofUnit(sessions*a+b, m, 1)))
					}
				}
			}
		}
		return lines
	}
	words := func(a, b, m int) string { return fmt.Sprintf("anna%d,%s", a, []string{"pre", "post", "late"}[b]) }
	for name, c := range map[string]struct {
		lines []string
		want  string
		units int
	}{
		"words":            {file("subject,session", words), "! segment=session group=subject", 12},
		"the finer first":  {file("session,subject", func(a, b, m int) string { return fmt.Sprintf("s%d,p%d", b, a) }), "! segment=session group=subject", 12},
		"numbers":          {file("patient,trial", func(a, b, m int) string { return fmt.Sprintf("%d,%d", a+1, b+1) }), "! segment=trial group=patient", 12},
		"with units of ID": {file("participant_id,run_id", func(a, b, m int) string { return fmt.Sprintf("P%02d,r%d", a, b) }), "! segment=run_id group=participant_id", 12},
		"one has one session": {file("subject,session", func(a, b, m int) string {
			if a == 0 && b > 0 {
				return ""
			}
			return words(a, b, m)
		}), "! segment=session group=subject", 10},
		"and a condition of each": {file("subject,session,condition", func(a, b, m int) string {
			return words(a, b, m) + []string{",rest", ",task"}[(a+b)%2]
		}), "! segment=session group=subject", 12},
		"sessions of their own": {file("subject,session", func(a, b, m int) string { return fmt.Sprintf("p%d,s%d", a, sessions*a+b) }), "! segment=session group=subject", 12},
		"in turns":              {file("subject,session", func(a, b, m int) string { return fmt.Sprintf("p%d,s%d", a, m%3) }), "! group=subject", 0},
		"names that say nothing": {file("colour,shape", func(a, b, m int) string {
			return fmt.Sprintf("c%d,s%d", a, b)
		}), "! segment=colour", 0},
		"one row of each": {file("subject,session", func(a, b, m int) string { return fmt.Sprintf("p%d,s%d", m%5, m) }), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "sessions.csv", c.lines...)
			var got []string
			for _, line := range proposed(t, datasets.Options{Paths: []string{path}}) {
				if strings.Contains(line, "segment=") || strings.Contains(line, "group=") {
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("proposed %q, want %q", got, c.want)
			}
			if c.units == 0 {
				return
			}
			k := takeAll(t, datasets.Options{Paths: []string{path}})
			if k.set == nil || len(k.set.Segments) != c.units {
				t.Fatalf("with %v: %v", k.flags, k.set)
			}
		})
	}
}
