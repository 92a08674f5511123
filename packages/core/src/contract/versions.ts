/** Versions of each API, the oldest first (section "Versioning" of the three specifications, decisions §9). */
export const versions = {
  customer: ['v0.3', 'v0.4', 'v0.5'],
  agent: ['v0.3', 'v0.4'],
  configuration: ['v0.3', 'v0.4', 'v0.5'],
} as const
/** Name of an API. */

export type Api = keyof typeof versions
export type ApiVersion<A extends Api = Api> = (typeof versions)[A][number]
export type NewestVersion<A extends Api> = (typeof versions)[A] extends readonly [...unknown[], infer Newest]
  ? Newest
  : never
