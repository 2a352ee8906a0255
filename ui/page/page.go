package page

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/sweepview"
)

// Page fills the screen between the two lines at the top and the footer.
type Page interface {
	Name() Name
	// Actions returns the actions of this page in the order of the help, without those of the
	// program.
	Actions() []Action
	// View draws the page. Lines that do not fit are cut off.
	View(*Scene, layout.Size) []clean.Text
}

// Updater is a page that handles messages, including those of its own commands.
type Updater interface {
	Page
	Update(*Scene, tea.Msg) tea.Cmd
}

// Mover is a page with a vertical cursor. by is ±1 for a line, ±10 for a screen, and large for
// the ends. Other pages scroll their text.
type Mover interface {
	Page
	Move(sc *Scene, by int)
}

// Inquirer is a page that shows details of points that must be computed again.
type Inquirer interface {
	Page
	Inquiry(*Scene) (Inquiry, bool)
}

// Holder is a page of charts, which hold the axes that they do not draw.
type Holder interface {
	Page
	Held(*Scene) []sweepview.HeldAxis
}

// DataPage is a page that shows the data itself. The data is read for it if necessary.
type DataPage interface {
	Page
	ShowsData()
}

// Enterer is a page that is notified when it is shown.
type Enterer interface {
	Page
	Enter(*Scene)
}

// Typist is a page on which text can be typed.
type Typist interface {
	Page
	// Typing reports whether text is being typed now.
	Typing() bool
	Type(*Scene, input.Press) tea.Cmd
	// Hints returns the key hints while text is typed, or a line in their place.
	Hints(*Scene) (hints []Hint, instead clean.Text)
}

// Leaver is a page that is notified when the user goes back from it to the overview.
type Leaver interface {
	Page
	Leave(*Scene) tea.Cmd
}

// Clicker is a page that handles clicks; x and y count from its first cell.
type Clicker interface {
	Page
	Click(sc *Scene, size layout.Size, x, y int) tea.Cmd
}

// Wheeler is a page of several panes that scroll; x and y count from its first cell.
type Wheeler interface {
	Page
	// Point puts the focus on the pane at a position if that pane scrolls.
	Point(sc *Scene, size layout.Size, x, y int)
}

// Backer is a page that may have something to close before it is left.
type Backer interface {
	Page
	// Back closes it, and reports whether there was anything to close.
	Back(*Scene) bool
}

// Announcer is a page that may add a text to the progress line of a finished sweep, after the
// counts; "" for none.
type Announcer interface {
	Page
	Announce(sc *Scene, counts clean.Text, w int) clean.Text
}

// Liner is a page that draws the line below the title in place of the progress.
type Liner interface {
	Page
	Second(sc *Scene, w int) clean.Text
}

// Hint is a key in the footer: the key to press, its notation, and its effect.
type Hint struct {
	Press       string
	Shown, Does clean.Text
}

// Opener is a page that an action opens from every page of the sweep; the action's Do is not
// used.
type Opener interface {
	Page
	Opens() Action
}

// Tabbed is a page that is a tab of a point.
type Tabbed interface {
	Page
	Tab() Tab
}

// Tab is a page of a point, selected by the key of the action that opens it.
type Tab struct {
	Place int // position from 1
	Key   string
	Title clean.Text
	// Off returns the reason why the point under the cursor lacks the tab; "" if it has it; nil if
	// every point has it. A tab that is off is not drawn.
	Off  func(*Scene) clean.Text
	page Name
}

// Of returns the tab with the page that it shows.
func (t Tab) Of(name Name) Tab {
	t.page = name
	return t
}

// Who is the set of users who may do an action on a server. A user of the machine itself may do
// all.
type Who int

const (
	Nobody Who = iota // default: no user of a server
	Local             // no user of a server either: the action reads or writes files, or needs the machine
	Owner             // users who may change the sweep
	Anyone            // all users, including observers
)

// Headings are the headings of the help, in order. Headings of additional pages follow.
var Headings = []clean.Text{"Home", "Tasks", "Sweep", "Advisor", "Replay", views, "Point", "Look", "Points", "Charts", "Editor", "Pages", "Settings", "Data"}

// Action is a command of the user.
type Action struct {
	// ID is the name of the action in the palette. Actions of several pages with the same
	// meaning share it.
	ID    string
	Group clean.Text // heading in the help, one of [Headings]
	// Place is the position under the heading, from 1. Actions without one follow in the order
	// of their pages.
	Place       int
	Who         Who
	Keys        []string   // in Bubble Tea's notation; none for the palette only
	Short, Long clean.Text // text in the footer and in the help
	Modes       Mode
	Pages       Places
	Footer      int // position in the footer; 0 leaves it out
	// Off returns the reason why the action cannot be done now; "" if it can; nil if it always can.
	Off func(*Scene) clean.Text
	Do  func(sc *Scene, key string) tea.Cmd
	// Take performs the action with the text typed after its name in the palette; Takes is
	// the placeholder of that text, such as FILE. Take is nil if the action has no
	// argument.
	Take  func(sc *Scene, text string) tea.Cmd
	Takes clean.Text
}

// With returns the action with the Off and Do of one page.
func (a Action) With(off func(*Scene) clean.Text, do func(sc *Scene, key string) tea.Cmd) Action {
	a.Off, a.Do = off, do
	return a
}

// Doing returns an action's Do from a function that returns no command.
func Doing(do func(sc *Scene)) func(*Scene, string) tea.Cmd {
	return func(sc *Scene, _ string) tea.Cmd {
		do(sc)
		return nil
	}
}

// Command returns an action's Do from a function without a scene.
func Command(do func() tea.Cmd) func(*Scene, string) tea.Cmd {
	return func(*Scene, string) tea.Cmd { return do() }
}

// Unless returns an action's Off from a function without a scene.
func Unless(off func() clean.Text) func(*Scene) clean.Text {
	return func(*Scene) clean.Text { return off() }
}

// Keyed returns an action's Do from a function of the key that returns no command.
func Keyed(do func(sc *Scene, key string)) func(*Scene, string) tea.Cmd {
	return func(sc *Scene, key string) tea.Cmd {
		do(sc, key)
		return nil
	}
}

// Paned is the set of modes in which brackets and arrows control a pane, not the scrub bar of a
// replay.
const Paned = Live | Following | Opened | Browsing

const views = "Views"

// The actions that several pages implement.
var (
	TurnFold = Action{ID: "fold", Group: views, Place: 2, Who: Anyone, Keys: []string{"[", "]"}, Short: "fold", Long: "show the features and graph of the previous or next fold",
		Modes: Paned, Footer: 3}.With(OneFold, Keyed((*Scene).turnFold))
	Picture = Action{ID: "picture", Group: views, Place: 4, Who: Anyone, Keys: []string{"v"}, Short: "picture", Long: "show the next measure of the map, or the next picture of features, graph or segment",
		Modes: AnyMode, Footer: 2}
	Axes = Action{ID: "map axes", Group: views, Place: 5, Who: Anyone, Keys: []string{"a", "L"}, Short: "axes", Long: "draw the map over another horizontal or vertical axis; in the scatter, use another feature",
		Modes: AnyMode}
	Around = Action{ID: "look around", Group: views, Place: 6, Who: Anyone, Keys: []string{"left", "right"}, Short: "move", Long: "move the cursor of the map; in the features, go earlier or later",
		Modes: Paned, Footer: 4}
	Details = Action{ID: "point of map", Group: views, Place: 8, Who: Anyone, Keys: []string{"enter"}, Short: "details", Long: "show details of the point under the cursor",
		Modes: AnyMode, Footer: 5}.With(NoRows, Doing(func(sc *Scene) { sc.Show(Point) }))
)

// Show shows another page, from its first line.
func (sc *Scene) Show(name Name) { sc.Shown, sc.Scroll = name, 0 }

// turnFold selects the next fold, or the previous one, cyclically.
func (sc *Scene) turnFold(key string) {
	sc.Fold = Cycle(sc.Fold, len(sc.Table.Row(&sc.Sweep).Results), key)
}

// Cycle returns the next of n positions, or for an opening bracket the previous one,
// cyclically.
func Cycle(at, n int, key string) int {
	if key == "[" {
		return (at + n - 1) % n
	}
	return (at + 1) % n
}

// Sideways returns -1 for the left arrow, else 1.
func Sideways(key string) int {
	if key == "left" {
		return -1
	}
	return 1
}

// For returns the action of a page: restricted to that page unless it names its pages.
func (a Action) For(name Name) Action {
	if a.Pages.isZero() {
		a.Pages = Only(name)
	}
	return a
}

// Applies reports whether the action belongs to a mode and page.
func (a *Action) Applies(mode Mode, shown Name) bool { return a.Modes&mode != 0 && a.Pages.Has(shown) }

// KeyText returns the notation of the action's keys.
func (a *Action) KeyText() clean.Text {
	if len(a.Keys) == 0 {
		return ":" + clean.Of(a.ID)
	}
	if n := len(a.Keys); n >= 9 {
		return clean.Of(a.Keys[0]) + "–" + clean.Of(a.Keys[n-1])
	}
	names := make([]clean.Text, len(a.Keys))
	for i, k := range a.Keys {
		names[i] = input.Name(k)
	}
	return clean.Join(names, " ")
}
