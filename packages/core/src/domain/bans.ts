const dayMs = 86_400_000

/** When a ban of so many days ends that begins at that instant. */
export function endOfBan(at: number, days: number): number {
  return at + days * dayMs
}

/** Whether a ban that ends then is in force: from its end on it is over, and nobody has to lift it. */
export function isBanned(bannedUntil: number | null, now: number): boolean {
  return bannedUntil !== null && bannedUntil > now
}
