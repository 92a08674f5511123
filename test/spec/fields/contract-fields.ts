import { versions as everyVersion } from '../../../packages/core/src/contract/versions.js'
import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import { type Part, payloads, titleOf, versionTag } from './payloads.js'
import { declaredIn, isDecision, objectTitleOf, valuesOfMap, wordFor } from './schema.js'

/** A payload or a documented object, with its versions and the versions of each field. */
interface Owner {
  readonly versions: Set<string>
  readonly fields: Map<string, Set<string>>
}

interface Place {
  readonly part: Part
  readonly tag: string
}

const owners = new Map<string, Owner>()
for (const payload of payloads) {
  if (isDecision(payload.section)) continue
  note(titleOf(payload), payload.shape, { part: payload.part, tag: versionTag(payload) })
}

/** Returns the versions in which the contract has the payload or object with that title. */
export function versionsOf(title: string): readonly string[] {
  return [...(owners.get(title)?.versions ?? [])]
}

/** Returns the documented fields of the contract, in the notation of `documented-fields.ts`. */
export function contractFields(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...owners].map(([title, { versions, fields }]) => [
      `${title}${versionSuffix(versions, everyVersionOfApisOf(versions))}`,
      [...fields].map(([field, tags]) => `${field}${versionSuffix(tags, versions)}`).sort(),
    ]),
  )
}

function note(title: string, shape: Shape, place: Place): void {
  const owner = owners.get(title) ?? { versions: new Set(), fields: new Map() }
  owners.set(title, owner)
  owner.versions.add(place.tag)
  for (const field of fieldsWithin(shape, place)) {
    owner.fields.set(field, (owner.fields.get(field) ?? new Set()).add(place.tag))
  }
}

/** Returns the fields within a value, such as `users[].name?`. A documented object gets an owner of its own instead. */
function fieldsOf(shape: Shape, place: Place): readonly string[] {
  const title = objectTitleOf(shape, place.part)
  if (title === undefined) return fieldsWithin(shape, place)
  if (!isDecision(title)) note(title, shape, place)
  return []
}

function fieldsWithin(shape: Shape, place: Place): readonly string[] {
  const values = valuesOfMap(shape)
  if (shape.anyOf !== undefined) return ofUnion(shape.anyOf.map((branch) => fieldsOf(branch, place)))
  if (shape.items !== undefined) return fieldsOf(shape.items, place).map((field) => `[].${field}`)
  if (values !== undefined) return fieldsOf(values, place).map((field) => `.*.${field}`)
  return declaredIn(shape).flatMap(({ name, shape: field, isOptional }) => {
    const inner = fieldsOf(field, place)
    const start = `${name}${isOptional ? '?' : ''}`
    if (inner.length === 0) return [`${start}${kindSuffix(field)}`]
    return inner.map((rest) => `${start}${/^[[.]/.test(rest) ? '' : '.'}${rest}`)
  })
}

/** Returns the fields of a union. A field is optional when a branch lacks it. */
function ofUnion(branches: readonly (readonly string[])[]): readonly string[] {
  const nameOf = (field: string) => /^\w+/.exec(field)?.[0] ?? ''
  const isEverywhere = (name: string) =>
    branches.every((fields) => fields.some((one) => nameOf(one) === name))
  const all = branches.flat().map((field) => {
    const name = nameOf(field)
    return isEverywhere(name) ? field : field.replace(/^\w+\??/, `${name}?`)
  })
  return [...new Set(all)]
}

function kindSuffix(shape: Shape): string {
  const word = wordFor(shape)
  return word === 'string' ? '' : `:${word}`
}

/** Returns a suffix with the versions, such as `@v0.4` or `@agent`, or nothing when they are the expected ones. */
function versionSuffix(versions: ReadonlySet<string>, expected: ReadonlySet<string>): string {
  if (versions.size === expected.size) return ''
  const names = Object.entries(everyVersion).flatMap(([api, all]) => {
    const own = all.filter((version) => versions.has(`${api}-${version}`))
    const isOnlyApi = [...expected].every((tag) => tag.startsWith(`${api}-`))
    if (own.length === all.length && !isOnlyApi) return [api]
    return own.map((version) => (isOnlyApi ? version : `${api}-${version}`))
  })
  return `@${names.join(',')}`
}

function everyVersionOfApisOf(versions: ReadonlySet<string>): ReadonlySet<string> {
  const tags = Object.entries(everyVersion).map(([api, all]) => all.map((version) => `${api}-${version}`))
  return new Set(tags.filter((ofApi) => ofApi.some((tag) => versions.has(tag))).flat())
}
