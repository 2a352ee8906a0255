// Package locate turns the paths that a user names into the files to read: files,
// folders in any of their layouts, and manifests.
package locate
