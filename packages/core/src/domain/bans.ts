const dayMs = 86_400_000

/** Returns the instant at which a ban that starts at `at` expires after that many days. */
export function getBanEnd(at: number, days: number): number {
  return at + days * dayMs
}

/** Returns whether the ban still applies at `now`. A ban expires on its own. */
export function isBanned(bannedUntil: number | null, now: number): boolean {
  return bannedUntil !== null && bannedUntil > now
}
