package uitest

import (
	"io"
	"testing"
)

// A program that has ended takes no input from the next one.
func TestInputAfterRelease(t *testing.T) {
	k := NewKeyboard()
	first, release := k.Lease()
	release()
	second, _ := k.Lease()
	buf := make([]byte, 2)
	for range 50 {
		_, _ = io.WriteString(k, "abc")
		if n, err := first.Read(buf); n != 0 || err != io.EOF {
			t.Fatalf("the first program reads %q, %v", buf[:n], err)
		}
		for _, want := range []string{"ab", "c"} {
			if n, err := second.Read(buf); string(buf[:n]) != want || err != nil {
				t.Fatalf("the second program reads %q, %v, want %q", buf[:n], err, want)
			}
		}
	}
}
