package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// Pack returns the command pack.
func Pack() *cobra.Command {
	var (
		out   string
		force bool
	)
	cmd := named.Command("pack", "Pack a session into one file, to keep or to send", func(cmd *cobra.Command, dir string) error {
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		damaged := named.WarnDamage(cmd.ErrOrStderr(), s)
		to := cmp.Or(out, strings.TrimSuffix(filepath.Base(s.Dir), sessions.Ext)+archive.Ext)
		if err := store.Save(to, force, s.Pack); err != nil {
			return err
		}
		info, err := os.Stat(to)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "packed %s, %s\n", message.Clean(to), sweep.FormatBytes(info.Size()))
		if damaged {
			return cli.Damaged
		}
		return nil
	})
	cmd.Long = `Pack a session into one file: a tar archive, with the same bytes for the same
session. ls, open, follow, replay, export, check, compare, diff and fork read the
archive directly; unpack restores the directory, which can be resumed.`
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write (default: the session's name with .tar, in the working directory)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite an existing file")
	return cmd
}

// Unpack returns the command unpack.
func Unpack() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "unpack FILE",
		GroupID: "session",
		Short:   "Unpack a session into a directory",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("unpack requires one packed session, %d given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			file, dir := args[0], out
			if file == "" {
				return cli.Usagef("no file given: unpack requires a file that sfatui pack wrote")
			}
			if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
				return cli.Usagef("%s: there is no such file; sfatui pack writes one from a session", message.Clean(file))
			} else if err != nil {
				return err
			}
			if !archive.Is(file) {
				return cli.Usagef("%s is not a packed session", message.Clean(file))
			}
			dir = cmp.Or(dir, strings.TrimSuffix(filepath.Base(file), ".tar"))
			if err := archive.Unpack(file, dir); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "session %s\n", message.Clean(dir))
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "directory to create (default: the file's name without .tar, in the working directory)")
	return cmd
}
