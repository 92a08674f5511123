import assert from 'node:assert/strict'
import type { StorageKind } from '../support/storages.js'
import { type Check, isMap } from './checks.js'
import { valuesAt } from './paths.js'
import { recordingOf } from './recording/recording.js'
import { type Shown, sourceOf } from './recording/source.js'
import { isRequirementId, type RequirementId } from './requirements/index.js'
import { verifies } from './verifies.js'

type Fields = { readonly [Id in RequirementId]?: Check }

/** Only what somebody of such a version gets. */
export type Versions = Readonly<Partial<Record<'customer' | 'agent', readonly string[]>>>

/** That each of these fields is shown, in every answer and push that it belongs to, and is what it should be. */
export function showsFields(storage: StorageKind, fields: Fields, versions: Versions = {}): void {
  for (const id of Object.keys(fields).filter(isRequirementId)) {
    const check = fields[id]
    if (check !== undefined) showsField(storage, id, check, versions)
  }
}

function showsField(storage: StorageKind, id: RequirementId, check: Check, versions: Versions): void {
  const { path, objects } = sourceOf(id)
  verifies(id, `${id.slice('chat.'.length)} is ${check.name}`, async () => {
    const shown = objects(await recordingOf(storage)).filter((one) => isOfVersion(one, versions))
    const found = shown.flatMap((one) => valuesOf(one, path, check))
    assert.ok(found.length > 0, `${id} is nowhere in ${shown.length} objects`)
    for (const value of found) assert.ok(check.holds(value), `${id} is ${JSON.stringify(value)}`)
  })
}

/** The values of the field; fails where an object that should have it has not. */
function valuesOf({ object, recorded }: Shown, path: string, check: Check): readonly unknown[] {
  const end = path.lastIndexOf('.')
  const key = path.slice(end + 1)
  const parents = end < 0 ? [object] : valuesAt(object, path.slice(0, end))
  return parents.flatMap((parent) => {
    const values = valuesAt(parent, key)
    const where = `${recorded.api} ${recorded.version} ${recorded.name}: ${JSON.stringify(parent)}`
    assert.ok(values.length > 0 || check.isOptional, `no ${path} in ${where}`)
    return values
  })
}

function isOfVersion({ recorded }: Shown, versions: Versions): boolean {
  return versions[recorded.api]?.includes(recorded.version) ?? true
}

/** The fields of an object that are not among the documented ones, by their paths. */
export function undocumented(value: unknown, documented: readonly string[], path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => undocumented(item, documented, `${path}[]`))
  const inside = documented.some((one) => one.startsWith(path === '' ? '' : `${path}.`))
  if (!isMap(value) || !inside) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const at = path === '' ? key : `${path}.${key}`
    const isKnown = documented.some(
      (one) => one === at || one.startsWith(`${at}.`) || one.startsWith(`${at}[]`),
    )
    return isKnown ? undocumented(part, documented, at) : [at]
  })
}
