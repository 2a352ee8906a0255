package message_test

import (
	"fmt"

	"example.com/sfatui/datasets/message"
)

func Example() {
	columns := []string{"Humidity", "Temperature", "CO2"}
	fmt.Println(message.Counted(3, "key"), message.Counted(2, "directory"), message.Counted(2, "class"))
	fmt.Printf("--label %s: there are %s; did you mean %s?\n",
		message.Clean("temperatur\x1b[31m"), message.Counted(len(columns), "column"), message.Suggestions(columns, "temperatur")[0])
	// Output:
	// 3 keys 2 directories 2 classes
	// --label temperatur: there are 3 columns; did you mean Temperature?
}
