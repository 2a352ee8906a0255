package propose_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
)

// combinations calls f with all combinations of numbers below the sizes, the last one fastest.
func combinations(sizes []int, f func(at []int)) {
	at := make([]int, len(sizes))
	for {
		f(at)
		i := len(sizes) - 1
		for ; i >= 0 && at[i] == sizes[i]-1; i-- {
			at[i] = 0
		}
		if i < 0 {
			return
		}
		at[i]++
	}
}

// Three columns and more that identify units together are proposed as segments and, the coarsest,
// as groups. The sizes of the keys give the number of segments.
func TestUnitsOfManyKeys(t *testing.T) {
	day := func(m int) string { return fmt.Sprintf("2020-01-%02d", m+1) }
	for name, c := range map[string]struct {
		head  string
		sizes []int
		line  func(at []int) string // "" for a row that is not there
		want  string
		units int
	}{
		"in turns": {"date,country,product,shop", []int{25, 2, 3, 4}, func(at []int) string { return fmt.Sprintf("%s,c%d,p%d,s%d", day(at[0]), at[1], at[2], at[3]) },
			"! segment=product,shop group=country", 24},
		"one behind the other": {"country,product,shop,date", []int{2, 3, 4, 25}, func(at []int) string { return fmt.Sprintf("c%d,p%d,s%d,%s", at[0], at[1], at[2], day(at[3])) },
			"! segment=product,shop group=country", 24},
		"another order of columns": {"shop,date,product,country", []int{25, 2, 3, 4}, func(at []int) string { return fmt.Sprintf("s%d,%s,p%d,c%d", at[3], day(at[0]), at[2], at[1]) },
			"! segment=shop,product group=country", 24},
		"numbers": {"year,store,item,channel", []int{25, 2, 3, 4}, func(at []int) string { return fmt.Sprintf("%d,%d,%d,%d", 1990+at[0], at[1]+1, at[2]+1, at[3]+1) },
			"! segment=item,channel group=store clock=year", 24},
		"four keys": {"date,country,product,shop,size", []int{20, 2, 3, 2, 2}, func(at []int) string {
			return fmt.Sprintf("%s,c%d,p%d,s%d,z%d", day(at[0]), at[1], at[2], at[3], at[4])
		}, "! segment=product,shop,size group=country", 24},
		"named as a group": {"date,item,arm,subject", []int{25, 2, 3, 4}, func(at []int) string { return fmt.Sprintf("%s,i%d,a%d,u%d", day(at[0]), at[1], at[2], at[3]) },
			"! segment=item,arm group=subject", 24},
		"some are not there": {"date,country,product,shop", []int{25, 2, 3, 4}, func(at []int) string {
			if (at[0]+at[1]+2*at[2]+3*at[3])%7 == 0 {
				return ""
			}
			return fmt.Sprintf("%s,c%d,p%d,s%d", day(at[0]), at[1], at[2], at[3])
		}, "! segment=product,shop group=country", 24},
		"some are never there": {"date,country,product,shop", []int{25, 2, 3, 4}, func(at []int) string {
			if at[1]+at[2]+at[3] == 0 {
				return ""
			}
			return fmt.Sprintf("%s,c%d,p%d,s%d", day(at[0]), at[1], at[2], at[3])
		}, "! segment=product,shop group=country", 23},
		"times that begin anew": {"participant,block,side,time", []int{3, 2, 2, 40}, func(at []int) string { return fmt.Sprintf("P%d,b%d,d%d,%.2f", at[0], at[1], at[2], float64(at[3])/50) },
			"! segment=block,side group=participant", 12},
		"two suffice": {"date,country,code,product", []int{25, 3, 4}, func(at []int) string { return fmt.Sprintf("%s,c%d,%d,p%d", day(at[0]), at[1], 7*at[1], at[2]) },
			"! segment=product group=country", 12},
	} {
		t.Run(name, func(t *testing.T) {
			lines := []string{c.head + ",v,w"}
			combinations(c.sizes, func(at []int) {
				key := c.line(at)
				if key == "" {
					return
				}
				m, rest := at[0], at[1:]
				if c.sizes[0] < 10 {
					m, rest = at[len(at)-1], at[:len(at)-1]
				}
				unit := 0
				for i, a := range rest {
					unit += a * []int{1, 5, 17, 53}[i]
				}
				lines = append(lines, fmt.Sprintf("%s,%.5f,%.5f", key, ofUnit(unit, m, 0), 2*ofUnit(unit, m, 1)))
			})
			o := datasets.Options{Paths: []string{written(t, "keys.csv", lines...)}}
			var got []string
			for _, line := range proposed(t, o) {
				if strings.Contains(line, "segment=") {
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("proposed %q, want %q", got, c.want)
			}
			k := takeAll(t, o)
			if k.set == nil || len(k.set.Segments) != c.units {
				t.Fatalf("with %v: %v", k.flags, k.set)
			}
			if n, _ := k.set.X.Dims(); n != len(lines)-1 || len(k.set.Classes) > 0 {
				t.Errorf("with %v %d of %d rows, classes %v", k.flags, n, len(lines)-1, k.set.Classes)
			}
		})
	}
}

// Keys are found behind any number of columns of random words, of which none is constant in a unit.
func TestKeysBehindManyColumns(t *testing.T) {
	for _, others := range []int{6, 9, 14} {
		head := "date"
		for i := range others {
			head += fmt.Sprintf(",f%d", i)
		}
		lines := []string{head + ",country,product,shop,v,w"}
		r := rand.New(rand.NewPCG(1, 2))
		combinations([]int{60, 2, 3, 4}, func(at []int) {
			line := fmt.Sprintf("2020-%02d-%02d", 1+at[0]/28, 1+at[0]%28)
			for range others {
				line += fmt.Sprintf(",w%d", r.IntN(2))
			}
			unit := at[1] + 5*at[2] + 17*at[3]
			lines = append(lines, line+fmt.Sprintf(",c%d,p%d,s%d,%.5f,%.5f", at[1], at[2], at[3], ofUnit(unit, at[0], 0), 2*ofUnit(unit, at[0], 1)))
		})
		o := datasets.Options{Paths: []string{written(t, "keys.csv", lines...)}}
		if got := proposed(t, o); !slices.Contains(got, "! segment=product,shop group=country") {
			t.Errorf("behind %d columns: %q", others, got)
		}
	}
}

// Stated roles stay, and a segment column that is one of several keys is completed by the others.
func TestStatedManyKeys(t *testing.T) {
	lines := []string{"date,country,product,shop,v"}
	combinations([]int{25, 2, 3, 4}, func(at []int) {
		lines = append(lines, fmt.Sprintf("2020-01-%02d,c%d,p%d,s%d,%.5f", at[0]+1, at[1], at[2], at[3], ofUnit(at[1]+5*at[2]+17*at[3], at[0], 0)))
	})
	path := written(t, "keys.csv", lines...)
	for _, c := range []struct {
		o    datasets.Options
		want string
	}{
		{datasets.Options{Group: "country"}, "! segment=product,shop"},
		{datasets.Options{Segment: "product,shop"}, "! group=country"},
		{datasets.Options{Segment: "shop"}, "! segment=product,shop group=country"},
		{datasets.Options{Segment: "product,shop", Group: "country"}, ""},
	} {
		c.o.Paths = []string{path}
		if got := strings.Join(proposed(t, c.o), "\n"); got != c.want {
			t.Errorf("%+v: proposed %q, want %q", c.o, got, c.want)
		}
	}
}
