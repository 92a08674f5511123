/** A section of the specification, optionally with a part of it; or a decision, for additions. */
export type SpecSection =
  | `${'chat' | 'configuration'}.md "${string}"${'' | `, ${string}`}`
  | `decisions §${string}`

/** Keyword that names the section of the specification that a schema implements. */
export const specKeyword = 'x-parley-spec'

/**
 * Names the section that a schema implements. The annotation covers all fields down to the next annotated schema, so
 * every object needs one. A field that cites a decision is an addition. Tests derive the documented fields from it
 * (`test/spec/fields`); the engine never reads it.
 */
export function spec(section: SpecSection) {
  return { [specKeyword]: section }
}
