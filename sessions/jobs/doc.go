// Package jobs is what of a session's sweep a batch system computes, task by task.
//
// The session alone says what is done: nothing here is part of the record, and losing it
// loses nothing. [TaskOf] reads from the environment which task of which engine a process
// is. [Submit] writes a batch script into the session's folder jobs, and has Slurm's
// sbatch queue it; [Status] puts beside each task what its journals tell and what squeue
// says; [Slurm] makes the calls.
//
// Another engine needs nothing of this: it calls sfatui run --task i/N. To let it say by
// itself which task it begins, add a line to engines.
package jobs
