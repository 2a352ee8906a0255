package ui

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	tea "github.com/charmbracelet/bubbletea"
)

// replayActions move through a recorded sweep.
func replayActions() []action {
	const group = "Replay"
	onPlayer := func(id string, keys []string, footer int, short, long clean.Text, do func(p *replay.Player, key string)) action {
		return action{id: id, group: group, keys: keys, short: short, long: long, modes: page.Replaying, pages: page.SweepPages, footer: footer,
			do: func(m *model, key string) tea.Cmd {
				do(m.player, key)
				m.Now = m.cfg.Now()
				m.look(m.player.State)
				return nil
			}}
	}
	return []action{
		onPlayer("play", []string{" "}, 1, "pause", "pause and go on; at the end, begin again", func(p *replay.Player, _ string) { p.Toggle() }),
		onPlayer("step", []string{".", ","}, 4, "step", "show one record more, or one less", func(p *replay.Player, key string) {
			p.Step(map[string]int{".": 1, ",": -1}[key])
		}),
		onPlayer("seek", []string{"left", "right"}, 2, "seek", "back and forward by 5 %", func(p *replay.Player, key string) {
			p.Seek(p.At + map[string]float64{"left": -0.05, "right": 0.05}[key]*p.Length())
		}),
		{id: "marks", group: group, keys: []string{"[", "]"}, short: "marks",
			long: "to the mark before, or the next: ▲ error, ✗ violation, ★ new best, ✎ note", modes: page.Replaying, pages: page.SweepPages, footer: 3,
			off: offNoMarks, do: doMark},
		onPlayer("speed", []string{"<", ">"}, 5, "speed", "slower and faster, from 0.25× to 64× and max", func(p *replay.Player, key string) {
			p.Faster(map[string]int{"<": -1, ">": 1}[key])
		}),
		onPlayer("jump", []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, 0, "jump", "jump to 0 %, 10 % … 90 %", func(p *replay.Player, key string) {
			p.Jump(float64(key[0]-'0') / 10)
		}),
		onPlayer("ends", []string{"home", "end"}, 0, "ends", "jump to the beginning and to the end", func(p *replay.Player, key string) {
			p.Jump(map[string]float64{"home": 0, "end": 1}[key])
		}),
	}
}

func offNoMarks(m *model) clean.Text {
	if len(m.player.Marker.Marks) == 0 {
		return "nothing in this replay is marked"
	}
	return ""
}

func doMark(m *model, key string) tea.Cmd {
	m.Message = m.player.Mark(map[string]int{"[": -1, "]": 1}[key])
	m.Now = m.cfg.Now()
	m.look(m.player.State)
	return nil
}
