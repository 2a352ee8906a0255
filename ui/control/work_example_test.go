package control_test

import (
	"context"
	"fmt"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
)

// A reader feeds records to the program, and has ended when Stop returns.
func Example_work() {
	w := control.NewGroup(context.Background())
	f := control.NewFeed()
	w.Follow(f, func(ctx context.Context) error {
		f.Put(record.Record{N: 1})
		<-ctx.Done()
		return ctx.Err()
	})
	fmt.Println(len(f.Take(context.Background(), 0).Records), "record")
	w.Stop()
	fmt.Println(f.Take(context.Background(), 0).Closed)
	// Output:
	// 1 record
	// true
}
