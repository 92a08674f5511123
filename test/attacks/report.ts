import type { Latencies } from '../faults/latencies.js'

/** What one kind of attack came to. */
export interface Row {
  readonly name: string
  readonly pair: { readonly waits: Latencies; readonly ownWaits: Latencies; readonly ownArrivals: Latencies }
  /** Connections, and requests or frames on them. */
  readonly attempts: number
  /** The most memory that the engine's process had. */
  readonly peakBytes: number
  /** Whether somebody honest was refused, cut off, or not told everything. */
  readonly hasFailed: boolean
}

const mebibyte = 1_048_576
const head = ['attack', 'p50', 'p99', 'longest', 'seen', 'login', 'attempts', 'memory', '']

/** As a table: what honest people waited in ms without the time for which there was no core, and with it (`seen`). */
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
