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
	// Actions are what can be done on this page beside what the program does on
	// all of them, in the order of the help.
	Actions() []Action
	// View draws the page. More lines than there is room for are cut off.
	View(*Scene, layout.Size) []clean.Text
}

// Updater is a page that takes up messages, those of its own commands among them.
type Updater interface {
	Page
	Update(*Scene, tea.Msg) tea.Cmd
}

// Mover is a page whose cursor goes up and down, by -1 or 1 for a key of a line,
// ±10 for one of a screen, and far for the ends. The text of other pages scrolls.
type Mover interface {
	Page
	Move(sc *Scene, by int)
}

// Inquirer is a page that shows what is inside of points, which has to be
// computed again.
type Inquirer interface {
	Page
	Inquiry(*Scene) (Inquiry, bool)
}

// Holder is a page of charts, which hold the axes that they do not draw.
type Holder interface {
	Page
	Held(*Scene) []sweepview.HeldAxis
}

// DataPage is a page that shows the data itself, which is read for it where it is
// not there.
type DataPage interface {
	Page
	ShowsData()
}

// Enterer is a page that is told when it is shown.
type Enterer interface {
	Page
	Enter(*Scene)
}

// Typist is a page that takes keys as text.
type Typist interface {
	Page
	// Typing says that it does so now.
	Typing() bool
	Type(*Scene, input.Press) tea.Cmd
	// Hints are the keys for the footer meanwhile, and what is said instead of them.
	Hints(*Scene) (hints []Hint, instead clean.Text)
}

// Leaver is a page that is told when the user goes back from it to the overview.
type Leaver interface {
	Page
	Leave(*Scene) tea.Cmd
}

// Clicker is a page that takes clicks; x and y are counted from its first cell.
type Clicker interface {
	Page
	Click(sc *Scene, size layout.Size, x, y int) tea.Cmd
}

// Backer is a page in which there may be something to go back from before it is left.
type Backer interface {
	Page
	// Back goes back, and reports whether there was anything to go back from.
	Back(*Scene) bool
}

// Announcer is a page that has something to say in the line of the progress once
// a sweep is done, after the counts; "" where it has nothing.
type Announcer interface {
	Page
	Announce(sc *Scene, counts clean.Text, w int) clean.Text
}

// Liner is a page that has the line below the title, in place of the progress.
type Liner interface {
	Page
	Second(sc *Scene, w int) clean.Text
}

// Hint is a key in the footer: what to press, how that is shown, and what it does.
type Hint struct {
	Press       string
	Shown, Does clean.Text
}

// Opener is a page that one action shows from every page of the sweep; its Do
// is not used.
type Opener interface {
	Page
	Opens() Action
}

// Tabbed is a page that is a tab of the point place.
type Tabbed interface {
	Page
	Tab() Tab
}

// Tab is a page of the point place, by the digit that shows it.
type Tab struct {
	Digit string
	Title clean.Text
	// Off says why the point under the cursor has none, "" where it has; nil where every
	// point has. A tab that is off is not drawn.
	Off  func(*Scene) clean.Text
	page Name
}

// Of is the tab with the page that it shows.
func (t Tab) Of(name Name) Tab {
	t.page = name
	return t
}

// Who says who may do an action where a server shows the program. Whoever is at the
// machine itself may do all.
type Who int

const (
	Nobody Who = iota // where nothing is declared: nobody at a server
	Local             // nobody at a server either: it reads or writes files, or needs the machine
	Owner             // whom the server lets change the sweep
	Anyone            // those who watch, too
)

// Headings are those of the help, in its order. Others, of pages from outside, come
// behind them.
var Headings = []clean.Text{"Home", "Tasks", "Sweep", "Advisor", "Replay", views, "Point", "Look", "Points", "Charts", "Editor", "Pages", "Settings", "Data"}

// Action is something that the user can do.
type Action struct {
	// ID names the action in the palette; actions of pages that mean the same have the
	// same.
	ID    string
	Group clean.Text // the heading that it is under in the help, one of [Headings]
	// Place is the place under the heading, from 1. Actions without one come behind
	// those that have one, as their pages list them.
	Place       int
	Who         Who
	Keys        []string   // as Bubble Tea names them; without any it is for the palette alone
	Short, Long clean.Text // in the footer and in the help
	Modes       Mode
	Pages       Places
	Footer      int // place in the footer; 0 keeps it out
	// Off says why it cannot be done now, "" when it can; nil when it always can.
	Off func(*Scene) clean.Text
	Do  func(sc *Scene, key string) tea.Cmd
	// Take does it with what was typed behind its name in the palette, which Takes names,
	// such as FILE; nil where it takes nothing.
	Take  func(sc *Scene, text string) tea.Cmd
	Takes clean.Text
}

// With is the action as one page does it.
func (a Action) With(off func(*Scene) clean.Text, do func(sc *Scene, key string) tea.Cmd) Action {
	a.Off, a.Do = off, do
	return a
}

// Doing makes the Do of an action of what needs no command.
func Doing(do func(sc *Scene)) func(*Scene, string) tea.Cmd {
	return func(sc *Scene, _ string) tea.Cmd {
		do(sc)
		return nil
	}
}

// Command makes the Do of an action of what needs no scene.
func Command(do func() tea.Cmd) func(*Scene, string) tea.Cmd {
	return func(*Scene, string) tea.Cmd { return do() }
}

// Unless makes the Off of an action of what needs no scene.
func Unless(off func() clean.Text) func(*Scene) clean.Text {
	return func(*Scene) clean.Text { return off() }
}

// Keyed makes the Do of an action of what needs no command but the key.
func Keyed(do func(sc *Scene, key string)) func(*Scene, string) tea.Cmd {
	return func(sc *Scene, key string) tea.Cmd {
		do(sc, key)
		return nil
	}
}

// Paned are the modes in which brackets and arrows belong to a pane and not to the
// scrub bar of a replay.
const Paned = Live | Following | Opened | Browsing

const views = "Views"

// The actions that several pages do, each in its way.
var (
	TurnFold = Action{ID: "fold", Group: views, Place: 2, Who: Anyone, Keys: []string{"[", "]"}, Short: "fold", Long: "features and graph of the previous and next fold",
		Modes: Paned, Footer: 3}.With(OneFold, Keyed((*Scene).turnFold))
	Picture = Action{ID: "picture", Group: views, Place: 4, Who: Anyone, Keys: []string{"v"}, Short: "picture", Long: "the next measure of the map, picture of the features, of the graph or of a segment",
		Modes: AnyMode, Footer: 2}
	Axes = Action{ID: "map axes", Group: views, Place: 5, Who: Anyone, Keys: []string{"a", "L"}, Short: "axes", Long: "lay the map out over another axis, upwards over another; in the scatter take another feature",
		Modes: AnyMode}
	Around = Action{ID: "look around", Group: views, Place: 6, Who: Anyone, Keys: []string{"left", "right"}, Short: "move", Long: "move the cursor of the map; earlier and later in the features",
		Modes: Paned, Footer: 4}
	Details = Action{ID: "point of map", Group: views, Place: 8, Who: Anyone, Keys: []string{"enter"}, Short: "details", Long: "all about the point under the cursor",
		Modes: AnyMode, Footer: 5}.With(NoRows, Doing(func(sc *Scene) { sc.Show(Point) }))
)

// Show shows another page, from its first line.
func (sc *Scene) Show(name Name) { sc.Shown, sc.Scroll = name, 0 }

// turnFold looks into the next fold, or the one before, round and round.
func (sc *Scene) turnFold(key string) {
	sc.Fold = Cycle(sc.Fold, len(sc.Table.Row(&sc.Sweep).Results), key)
}

// Cycle is the next of n places, or with an opening bracket the one before.
func Cycle(at, n int, key string) int {
	if key == "[" {
		return (at + n - 1) % n
	}
	return (at + 1) % n
}

// Sideways is what an arrow moves by.
func Sideways(key string) int {
	if key == "left" {
		return -1
	}
	return 1
}

// For is the action of a page: for that page alone where it does not say for which.
func (a Action) For(name Name) Action {
	if a.Pages.unset() {
		a.Pages = Only(name)
	}
	return a
}

// Applies says that the action belongs to what is on the screen.
func (a *Action) Applies(mode Mode, shown Name) bool { return a.Modes&mode != 0 && a.Pages.Has(shown) }

// KeyText is how the action's keys are shown.
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
