#!/bin/sh
# A sweep as a Slurm array: 1,000 shards on a folder that all nodes share.
#   sbatch slurm.sh
# A task that was killed, or ran out of time, goes on when the array is submitted again.
#SBATCH --array=0-999
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
exec zwang --threads 1 sweep heap --count 50 --vary seed=1..1000000 --ask stability \
  --time-limit 60 --shard "$SLURM_ARRAY_TASK_ID/1000" --output "$SLURM_SUBMIT_DIR/heaps"
