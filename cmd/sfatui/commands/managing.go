package commands

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/manage"
	"github.com/spf13/cobra"
)

// Remove returns the command rm.
func Remove() *cobra.Command {
	var now, empty bool
	cmd := &cobra.Command{
		Use:     "rm SESSION…",
		GroupID: "session",
		Short:   "Move sessions to the trash",
		Long: `Move sessions into the folder .sfatui-trash beside them; sfatui undo restores them.
Links, paths that are not sessions, and sessions that a process computes or whose
tasks wait in a queue are refused.

--now deletes a session permanently. --empty permanently deletes the contents of the
trash of the given folders, or of the folders that sfatui ls lists.`,
		Example: `  sfatui rm 3
  sfatui rm --now words.sfa
  sfatui rm --empty`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case empty && now:
				return cli.Usagef("--now applies to sessions, --empty to the trash: give only one of them")
			case empty:
				return emptyTrash(cmd.OutOrStdout(), args)
			case len(args) == 0:
				return named.Needed(cmd, 0, "rm requires a session, none given")
			}
			return eachPath(cmd, args, func(path string) error { return remove(cmd, path, now) })
		},
	}
	cmd.Flags().BoolVar(&now, "now", false, "delete permanently")
	cmd.Flags().BoolVar(&empty, "empty", false, "permanently delete everything in the trash")
	return cmd
}

// eachPath resolves all words before it calls do, because numbers change when a
// session is removed.
func eachPath(cmd *cobra.Command, words []string, do func(path string) error) error {
	var paths []string
	for _, word := range words {
		path, err := named.Path(cmd, word)
		if err != nil {
			return err
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		if err := do(path); err != nil {
			return err
		}
	}
	return nil
}

func remove(cmd *cobra.Command, path string, now bool) error {
	if now {
		if err := (manage.Manager{}).Delete(cmd.Context(), path, time.Now()); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s deleted\n", message.Clean(path))
		return nil
	}
	t, err := manage.Manager{}.Remove(cmd.Context(), path, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s moved to the trash: sfatui undo restores it\n", message.Clean(t.From))
	return nil
}

func emptyTrash(out io.Writer, folders []string) error {
	if len(folders) == 0 {
		folders = list.Usual().Around()
	}
	total := 0
	for _, folder := range folders {
		n, err := manage.Empty(folder)
		if total += n; err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "deleted permanently: %s\n", message.Counted(total, "session"))
	return nil
}

// Undo returns the command undo.
func Undo() *cobra.Command {
	var listed bool
	cmd := &cobra.Command{
		Use:     "undo [NAME]",
		GroupID: "session",
		Short:   "Restore a session from the trash",
		Long: `Restore the session that was removed last, or the last one with the given name, to
its former place. undo searches the trash of every folder that holds sessions, or
held sessions that were opened.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := manage.Manager{}.In(list.Usual().Around()...)
			if err != nil {
				return err
			}
			if listed {
				return printTrash(cmd.OutOrStdout(), all)
			}
			return undoRemoval(cmd.OutOrStdout(), all, strings.Join(args, ""))
		},
	}
	cmd.Flags().BoolVar(&listed, "list", false, "list the contents of the trash, and exit")
	return cmd
}

func printTrash(out io.Writer, all []manage.Trashed) error {
	for _, t := range all {
		fmt.Fprintf(out, "%s  %s\n", t.At.Local().Format(time.DateTime), message.Clean(t.From))
	}
	return nil
}

func undoRemoval(out io.Writer, all []manage.Trashed, name string) error {
	t, err := manage.Named(all, name)
	if err == nil {
		err = manage.Manager{}.Undo(t)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s restored\n", message.Clean(t.From))
	return nil
}

// Move returns the command mv.
func Move() *cobra.Command {
	return &cobra.Command{
		Use:     "mv SESSION PATH",
		GroupID: "session",
		Short:   "Rename a session, or move it to a folder",
		Long: `Rename a session. PATH is its new path, or the folder to move it to; a plain name
keeps the session in its folder. A session that a process computes or whose tasks
wait is refused, because the tasks would not find it.`,
		Example: `  sfatui mv 3 wide-kernels
  sfatui mv words.sfa /data/sessions`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := named.Path(cmd, args[0])
			if err != nil {
				return err
			}
			to, err := manage.Manager{}.Move(cmd.Context(), path, args[1])
			if err != nil {
				return err
			}
			list.Usual().Remember(to)
			fmt.Fprintf(cmd.OutOrStdout(), "session %s\n", message.Clean(to))
			return nil
		},
	}
}

// Tag returns the command tag.
func Tag() *cobra.Command {
	return &cobra.Command{
		Use:     "tag SESSION [[+]WORD | -WORD]…",
		GroupID: "session",
		Short:   "Add tags to a session, or remove them",
		Long: `Add the words to a session as tags, or remove those with a leading minus, and print
the resulting tags. Tags are stored in the session's journal, like notes; sfatui ls
-l and --json show them.`,
		Example: `  sfatui tag 3 draft figure-2
  sfatui tag 3 -- -draft`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := named.Path(cmd, args[0])
			if err != nil {
				return err
			}
			s, err := named.Read(cmd, path)
			if err != nil {
				return err
			}
			tags, err := manage.Tag(s, args[1:])
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), cmp.Or(strings.Join(tags, " "), "no tags"))
			return nil
		},
	}
}
