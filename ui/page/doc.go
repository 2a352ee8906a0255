// Package page is the interface between the program and its pages. The program
// owns the screen, the keys and the data; a page draws the screen between the two
// lines at the top and the footer, and declares its keys.
//
// A page reads the sweep from a [Scene] and does not change its results. It leaves its
// requests there too: a message, a question, a prompt, or another page; the program
// carries them out before the next frame. Requests are not messages, because the next key
// may arrive before a message does: that is why a Scene is not read-only. A page that
// starts or changes a computation receives the package control's type when it is created.
//
// To add a page: write a package with a type that is a [Page]; return its name, its
// actions, each with its keys and the reason why it cannot be done now, and draw it;
// implement [Opener], so that a key shows it; and add it to newPages in the package ui. It
// may also be an [Updater], a [Mover], an [Inquirer], a [Holder], a [DataPage], an
// [Enterer], a [Leaver], a [Typist], a [Clicker] or an [Announcer]. Nothing else changes:
// dispatch, footer, help and README are derived from the actions.
//
// To add an action: list it among the Actions of its page, with its ID for the palette,
// its heading in the help, its keys, the users who may do it on a server, and the reason
// why it cannot be done now. Nothing else changes. On that page, the key loses the meaning
// that it has elsewhere.
package page
