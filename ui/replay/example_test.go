package replay_test

import (
	"fmt"

	"example.com/sfatui/engine/choose"

	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/uitest"
)

func Example() {
	player := replay.New(uitest.Records(180, nil), 1, choose.By{Objective: "accuracy"})
	player.Jump(0.5)
	fmt.Println(len(player.State.Results), "points half way")
	player.Jump(1)
	fmt.Println(len(player.State.Results), "at the end")
	// Output:
	// 89 points half way
	// 180 at the end
}
