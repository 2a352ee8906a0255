// Package page is what the program and its pages know of each other. The program
// has the screen, the keys and the data; a page fills the screen between the two
// lines at the top and the footer, and knows its size and its keys.
//
// A page sees the sweep through a [Scene]. It changes nothing of what is known
// there. What it wants of the screen it leaves there too: a message, a question, a
// prompt, or another page; the program takes that up before the next frame. It does
// so at once and not by messages, as the next key may come before a message does:
// that is why a Scene is not read-only. A page that starts or changes what computes
// takes the package control when it is made.
//
// To add a page: write a package with a type that is a [Page]; give its name, its
// actions, each with its keys and the reason why it cannot be done now, and how
// it is drawn; let it be an [Opener], so that a key shows it; and add it to
// newPages in the package ui. It may also be an [Updater], a [Mover], an
// [Inquirer], a [Holder], a [DataPage], an [Enterer], a [Leaver], a [Typist], a
// [Clicker] or an [Announcer]. Nothing else changes: dispatch, footer, help and
// README read the actions.
//
// To add an action: list it among the Actions of its page. It gives its ID, which the
// palette finds, its heading in the help, its keys, who may do it where a server shows
// the page, and the reason why it cannot be done now. Nothing else changes. A key that
// the page gives a meaning of its own loses there the meaning that it has elsewhere.
package page
