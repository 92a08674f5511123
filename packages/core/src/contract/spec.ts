/** A section of the specification, with a part of it where it has several; or a decision, for what we added. */
export type SpecSection =
  | `${'chat' | 'configuration'}.md "${string}"${'' | `, ${string}`}`
  | `decisions §${string}`

/** Keyword that names the section of the specification that a schema implements. */
export const specKeyword = 'x-parley-spec'

/**
 * Says which section a schema implements. The annotation covers all fields down to the next annotated schema, so an object
 * needs one. A field that cites a decision is our addition. Tests derive the documented fields from it
 * (`test/spec/fields`); the engine never reads it.
 */
export function spec(section: SpecSection) {
  return { [specKeyword]: section }
}
