import type { WorkerOptions } from 'node:worker_threads'

/**
 * For every thread that this package starts. A thread would inherit the flags of the host's program: it cannot start with
 * `--input-type`, and what `--import` and `--require` name is for the host alone.
 */
export const threadOptions: Pick<WorkerOptions, 'execArgv'> = { execArgv: [] }
