/** Versions of each API, the oldest first (section "Versioning" of the three specifications, decisions §9). */
export const versions = {
  customer: ['v0.3', 'v0.4', 'v0.5'],
  agent: ['v0.3', 'v0.4'],
  configuration: ['v0.3', 'v0.4', 'v0.5'],
} as const

/** Name of an API of Parley. */
export type Api = keyof typeof versions

/** Number of a version of an API, such as `v0.5`. */
export type ApiVersion<A extends Api = Api> = (typeof versions)[A][number]

/** Number of the newest version of an API. */
export type NewestVersion<A extends Api> = (typeof versions)[A] extends readonly [...unknown[], infer Newest]
  ? Newest
  : never
