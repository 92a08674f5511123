import type { WorkerOptions } from 'node:worker_threads'

/**
 * Options of every thread that this package starts. Threads would inherit the command-line flags of the host: they
 * cannot start with `--input-type`, and the modules of `--import` and `--require` are meant for the host only.
 */
export const threadOptions: Pick<WorkerOptions, 'execArgv'> = { execArgv: [] }
