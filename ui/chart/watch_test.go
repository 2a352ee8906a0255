package chart_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

func watchOf(n int) chart.Watch {
	b := chart.Watch{XLabel: "sample", YLabel: "novelty", From: 1, Line: 0.5, LineLabel: "99 %", Borders: []int{0, n / 2}}
	for i := range n {
		fault := i > 2*n/3
		y := 0.3 * math.Sin(float64(i))
		if fault {
			y += 2
		}
		b.Y, b.New, b.Alarm = append(b.Y, y), append(b.New, fault), append(b.Alarm, y > 0.5)
	}
	return b
}

func TestWatchShowsFaultsAlarmsAndTheLine(t *testing.T) {
	roles := map[chart.Role]string{}
	lines := watchOf(90).Render(70, 16, func(r chart.Role, text clean.Text) clean.Text { roles[r] += string(text); return text })
	if len(lines) != 16 {
		t.Fatalf("%d lines instead of 16", len(lines))
	}
	for _, c := range []struct {
		role chart.Role
		has  string
	}{{chart.Bad, "█"}, {chart.Faint, "░"}, {chart.Faint, "┊"}, {chart.Warn, "┈"}, {chart.Series1, "│"}} {
		if !strings.Contains(roles[c.role], c.has) {
			t.Errorf("no %s in role %d:\n%s", c.has, c.role, clean.Join(lines, "\n"))
		}
	}
	if all := string(clean.Join(lines, "\n")); !strings.Contains(all, "99 %") || !strings.Contains(all, "novelty") {
		t.Errorf("without its words:\n%s", all)
	}
}

func TestWatchFitsAnySize(t *testing.T) {
	odd := watchOf(30)
	odd.Y[3], odd.Y[4] = math.NaN(), math.Inf(1)
	for _, b := range []chart.Watch{{}, watchOf(1), odd} {
		for w := range 40 {
			for h := range 12 {
				for _, ascii := range []bool{false, true} {
					b.ASCII = ascii
					if got := len(b.Render(w, h, nil)); got != h {
						t.Fatalf("%d lines instead of %d", got, h)
					}
				}
			}
		}
	}
}
