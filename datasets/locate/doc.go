// Package locate resolves the paths that a user names to the files to read:
// files, folders in any of their layouts, and manifests.
package locate
