/** A period in which no node was running. */
export interface Outage {
  readonly from: number
  readonly until: number
}

/** Returns the time without the outages before it. */
export function awakeAt(outages: readonly Outage[], at: number): number {
  const lostMs = outages.map(({ from, until }) => Math.max(0, Math.min(at, until) - from))
  return at - lostMs.reduce((sum, ms) => sum + ms, 0)
}
