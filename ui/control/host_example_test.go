package control_test

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
)

// gallery is a host whose users may only watch.
type gallery struct{ screens int }

var errLook = errors.New("here one only looks")

func (gallery) Begin(string, func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	return nil, errLook
}

func (gallery) Follow(ctx context.Context, _ *sessions.Session, _ func(record.Record) error) error {
	<-ctx.Done()
	return ctx.Err()
}

func (gallery) Fork(*sessions.Session) (*sessions.Session, error) { return nil, errLook }

func (gallery) Aside(ctx context.Context) (func(), error) { return func() {}, ctx.Err() }

func (g gallery) Standing(string) control.Standing {
	return control.Standing{Role: "visitor", Off: "here one only looks", Watching: g.screens}
}

// A workbench asks its host for the permissions of its user before it shows an action.
func Example_host() {
	var h control.Host = gallery{screens: 3}
	st := h.Standing("words.sfa")
	fmt.Printf("%s, one of %d: %s\n", st.Role, st.Watching, st.Off)
	_, err := h.Begin("words.sfa", nil)
	fmt.Println(err)
	// Output:
	// visitor, one of 3: here one only looks
	// here one only looks
}
