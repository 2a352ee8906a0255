package store

import (
	"slices"
	"syscall"
)

// networkTypes holds the network file systems by their number in statfs(2):
// NFS, Lustre, SMB, Ceph, BeeGFS, GPFS, PanFS, AFS, 9p, and FUSE, which sshfs
// uses.
var networkTypes = []uint32{
	0x6969, 0x0bd00bd0, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x19830326, 0x47504653, 0xaad7aaea, 0x5346414f, 0x01021997, 0x65735546,
}

// Networked reports whether dir is on a file system of another computer.
func Networked(dir string) bool {
	var st syscall.Statfs_t
	return syscall.Statfs(dir, &st) == nil && slices.Contains(networkTypes, uint32(st.Type))
}
