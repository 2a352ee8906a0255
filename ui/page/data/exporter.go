package data

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Saved is the message that a recipe was written, or why it was not.
type Saved struct {
	path string
	err  error
}

// isRecipeSetting reports whether recipes contain a sweep setting in addition to those of the
// data.
func isRecipeSetting(flag string) bool {
	set := sweep.SettingNamed(flag)
	return set != nil && set.Data
}

// exporter writes the settings of the data as a command and as a recipe.
type exporter struct {
	found *findings
	focus *focus

	mayWriteFiles bool // the user may write files on this machine
	copy          func(what clean.Text, text string) tea.Cmd
	figure        func(sc *page.Scene, key string) tea.Cmd
}

// Keys returns the keys that copy the command and save the recipe.
func (e *exporter) Keys() []page.Action {
	return []page.Action{
		onData(17, page.Action{ID: "copy flags", Who: page.Anyone, Keys: []string{"y"}, Short: "flags", Long: "copy the command that opens the data with these settings", Footer: 9,
			Do: func(sc *page.Scene, _ string) tea.Cmd { return e.copy("the command", e.command(sc)) }}),
		onData(18, page.Action{ID: "save recipe", Who: page.Local, Keys: []string{"Y"}, Short: "save", Long: "save these settings as dataset.yaml, which opens like the data; on the picture, scatter or spectrum, write it as .svg, .png or .txt",
			Footer: 10, Off: e.offSave, Do: e.save}),
	}
}

// recipe returns the current configuration as a recipe, without sweep settings at their
// defaults.
func (e *exporter) recipe(sc *page.Scene) recipe.Recipe {
	now := e.found.currentSetup(sc)
	r := recipe.Recipe{Paths: now.options.Paths, Settings: recipe.Settings(now.options)}
	if front, ok := strings.CutPrefix(now.spec.Text("front"), "pca:"); ok && strings.HasPrefix(front, "0.") {
		r.Settings = append(r.Settings, recipe.Setting{Name: "pca", Values: []string{front}})
	}
	for _, f := range sessions.Flags(now.spec) {
		if isRecipeSetting(f.Name) {
			r.Settings = append(r.Settings, recipe.Setting{Name: f.Name, Values: []string{cmp.Or(f.Value, "true")}})
		}
	}
	return r
}

// save writes the focused picture, else the recipe.
func (e *exporter) save(sc *page.Scene, key string) tea.Cmd {
	if e.focus.pane == picturePane || e.focus.pane == scatterPane || e.focus.pane == spectrumPane {
		return e.figure(sc, key)
	}
	e.askSave(sc)
	return nil
}

// askSave prompts for the path to write the recipe to; the default is the folder of the data.
func (e *exporter) askSave(sc *page.Scene) {
	name := recipe.Name
	if paths := e.found.ctl.Data.Options().Paths; len(paths) == 1 {
		root := locate.Root(sandbox.Disk{}, paths[0])
		if info, err := os.Stat(root); err == nil && info.IsDir() {
			name = filepath.Join(root, name)
		} else if err == nil {
			name = filepath.Join(filepath.Dir(root), name)
		}
	}
	sc.Prompt = &page.Prompt{Label: "save as", Input: input.New(name), Complete: page.CompletePath, Done: func(path string) tea.Cmd {
		r, path := e.recipe(sc), input.Path(strings.TrimSpace(path))
		return func() tea.Msg { return Saved{path, save(r, path)} }
	}}
}

// save writes a recipe. It replaces an existing file only if [recipe.MayWrite] permits it.
func save(r recipe.Recipe, path string) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := recipe.MayWrite(path, old); err != nil {
		return err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	text, err := r.Text(dir)
	if err != nil {
		return err
	}
	return store.SaveBytes(path, true, text)
}

// saved reports whether a recipe was written, as a message.
func (e *exporter) saved(sc *page.Scene, msg Saved) {
	if msg.err != nil {
		sc.Message = "not saved: " + clean.Of(msg.err.Error())
		return
	}
	sc.Message = "saved " + clean.Of(msg.path) + "; sfatui " + clean.Of(msg.path) + " opens it"
}

// offSave returns the reason why no recipe can be saved; "" if one can.
func (e *exporter) offSave(sc *page.Scene) clean.Text {
	if !e.mayWriteFiles {
		return "files of this machine are not available through a server"
	}
	return page.NoSet(sc)
}

// command returns the command line that opens the data as configured.
func (e *exporter) command(sc *page.Scene) string {
	now := e.found.currentSetup(sc)
	now.options.Memory, now.options.Root = 0, nil
	return sessions.CommandLine(now.options, now.spec)
}

// View draws the command line that opens the data as configured.
func (e *exporter) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	lines := []clean.Text{layout.Header(sc.Style, "", "as flags", "y copies; Y saves dataset.yaml, which opens like the data", w, false)}
	for _, line := range layout.Wrap(clean.Of(e.command(sc)), w-2) {
		lines = append(lines, " "+line)
	}
	return lines[:min(len(lines), h)]
}
