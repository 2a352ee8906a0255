package ui

import (
	"example.com/sfatui/ui/clean"
	tea "github.com/charmbracelet/bubbletea"
)

// replayActions move through a recorded sweep.
func replayActions() []action {
	const group = "Replay"
	replay := func(id string, keys []string, footer int, short, long clean.Text, do func(p *player, key string)) action {
		return action{id: id, group: group, keys: keys, short: short, long: long, modes: replaying, pages: everyPage, footer: footer,
			do: func(m *model, key string) tea.Cmd {
				do(m.player, key)
				m.now = m.cfg.Now()
				m.look(m.player.state)
				return nil
			}}
	}
	return []action{
		replay("play", []string{" "}, 1, "pause", "pause and go on; at the end, begin again", func(p *player, _ string) { p.toggle() }),
		replay("step", []string{".", ","}, 4, "step", "show one record more, or one less", func(p *player, key string) {
			p.step(map[string]int{".": 1, ",": -1}[key])
		}),
		replay("seek", []string{"left", "right"}, 2, "seek", "back and forward by 5 %", func(p *player, key string) {
			p.seek(p.at + map[string]float64{"left": -0.05, "right": 0.05}[key]*p.length())
		}),
		{id: "marks", group: group, keys: []string{"[", "]"}, short: "marks",
			long: "to the mark before, or the next: ▲ error, ✗ violation, ★ new best, ✎ note", modes: replaying, pages: everyPage, footer: 3,
			off: offNoMarks, do: doMark},
		replay("speed", []string{"<", ">"}, 5, "speed", "slower and faster, from 0.25× to 64× and max", func(p *player, key string) {
			p.faster(map[string]int{"<": -1, ">": 1}[key])
		}),
		replay("jump", []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, 0, "jump", "jump to 0 %, 10 % … 90 %", func(p *player, key string) {
			p.jump(float64(key[0]-'0') / 10)
		}),
		replay("ends", []string{"home", "end"}, 0, "ends", "jump to the beginning and to the end", func(p *player, key string) {
			p.jump(float64(btoi(key == "end")))
		}),
	}
}

func offNoMarks(m *model) clean.Text {
	if len(m.player.marker.marks) == 0 {
		return "nothing in this replay is marked"
	}
	return ""
}

func doMark(m *model, key string) tea.Cmd {
	m.message = m.player.mark(map[string]int{"[": -1, "]": 1}[key])
	m.now = m.cfg.Now()
	m.look(m.player.state)
	return nil
}
