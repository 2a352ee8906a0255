package commands

import (
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/message"
	"github.com/spf13/cobra"
)

// shells lists the shells with completion scripts.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command completion.
func Completion() *cobra.Command {
	var bare bool
	cmd := &cobra.Command{
		Use: "completion SHELL", GroupID: "about", Short: "Print a shell completion script",
		Long: "Print a script that completes commands and flags in a shell: " + strings.Join(shells, ", ") + `.
The examples load it into the current shell; add them to the shell's startup file to
load it in every shell. bash requires the package bash-completion, zsh a call of
compinit.`,
		Example: `  source <(sfatui completion bash)
  source <(sfatui completion zsh)
  sfatui completion fish | source
  sfatui completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("completion requires one shell, %d given: choose from %s", len(args), strings.Join(shells, ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return complete(cmd, args[0], !bare) },
	}
	cmd.Flags().BoolVar(&bare, "no-descriptions", false, "omit the descriptions of commands and flags")
	return cmd
}

// complete writes the completion script of a shell; told includes descriptions.
func complete(cmd *cobra.Command, shell string, told bool) error {
	root, w := cmd.Root(), cmd.OutOrStdout()
	switch {
	case shell == "bash":
		return root.GenBashCompletionV2(w, told)
	case shell == "zsh" && told:
		return root.GenZshCompletion(w)
	case shell == "zsh":
		return root.GenZshCompletionNoDesc(w)
	case shell == "fish":
		return root.GenFishCompletion(w, told)
	case shell == "powershell" && told:
		return root.GenPowerShellCompletionWithDesc(w)
	case shell == "powershell":
		return root.GenPowerShellCompletion(w)
	}
	return cli.Usagef("%q is not a supported shell: choose from %s", message.Clean(shell), strings.Join(shells, ", ")) // the two calls have the same effect
}
