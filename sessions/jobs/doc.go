// Package jobs divides a session's sweep into tasks of a batch system.
//
// The session alone holds the state: nothing here is part of its record, and
// deleting the folder jobs loses no result. [TaskOf] reads from the environment
// which task of which engine a process is. [Submission.Submit] writes a batch
// script into the session's folder jobs and queues it with Slurm's sbatch.
// [Status] combines the journals of each task with the output of squeue.
// [Slurm] makes the calls.
//
// Other engines run sfatui run --task i/N. To detect the task of another engine
// from its environment, add a line to engines.
package jobs
