import type { Latencies } from '../faults/latencies.js'

/** The results of one kind of attack. */
export interface Row {
  readonly name: string
  readonly pair: { readonly waits: Latencies; readonly ownWaits: Latencies; readonly ownArrivals: Latencies }
  /** Number of opened connections plus the requests or frames that were sent on them. */
  readonly attempts: number
  /** Peak memory of the engine's process, in bytes. */
  readonly peakBytes: number
  /** Whether an honest client was refused, disconnected, or missed a message. */
  readonly hasFailed: boolean
}

const mebibyte = 1_048_576
const head = ['attack', 'p50', 'p99', 'longest', 'seen', 'login', 'attempts', 'memory', '']

/**
 * Formats the results as a table. Waiting times of honest clients are in ms and exclude time in which the machine had
 * no free core; the column `seen` includes it.
 */
export function tableOf(rows: readonly Row[]): string {
  const cells = [head, ...rows.map(cellsOf)]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  )
  return lines.map((line) => line.join('  ').trimEnd()).join('\n')
}

function cellsOf({
  name,
  pair: { waits, ownWaits, ownArrivals },
  attempts,
  peakBytes,
  hasFailed,
}: Row): string[] {
  const times = [
    ownWaits.percentile(50),
    ownWaits.percentile(99),
    ownWaits.maxMs,
    waits.maxMs,
    ownArrivals.maxMs,
  ]
  const memory = `${Math.round(peakBytes / mebibyte)} MiB`
  return [name, ...times.map((ms) => ms.toFixed(1)), String(attempts), memory, hasFailed ? 'FAILED' : '']
}
