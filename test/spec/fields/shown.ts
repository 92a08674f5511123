import assert from 'node:assert/strict'
import { Errors } from 'typebox/value'
import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import { type Check, timestamp, uuid } from '../checks.js'
import type { RecordedPayload } from '../recording/recorder.js'
import { type Payload, payloads, titleOf, versionTag } from './payloads.js'
import { branchesFor, declaredIn } from './schema.js'
import { joined, type Visit, visitsOf } from './visits.js'

/** A recorded object with the version that showed it. */
export interface RecordedObject extends Visit {
  readonly tag: string
}

/** A field of an object in the contract, and whether the recorded object shows it. */
export interface FieldPresence {
  readonly path: string
  readonly tag: string
  readonly isPresent: boolean
}

/** Returns the contract of a recorded payload. Fails when that version has no such response or push. */
export function contractOf({ api, version, kind, name }: RecordedPayload): Payload {
  const found = payloads.find((one) => {
    return one.api === api && one.version === version && one.part === kind && one.name === name
  })
  return found ?? assert.fail(`the contract of ${api} ${version} has no ${kind} ${name}`)
}

export function recordedObjects(recorded: RecordedPayload): readonly RecordedObject[] {
  const { part, shape, ...contract } = contractOf(recorded)
  const visits = visitsOf(titleOf({ part, shape, ...contract }), part, shape, recorded.payload)
  return [...visits].map((visit) => ({ ...visit, tag: versionTag(recorded) }))
}

/** Returns the recorded objects of a section, for example `objectsOf('chat.md "Thread"', recording)`. */
export function objectsOf(title: string, recording: readonly RecordedPayload[]): readonly RecordedObject[] {
  return recording.flatMap(recordedObjects).filter((shown) => shown.title === title && shown.path === '')
}

export function fieldPresences({ path, tag, shape, object }: RecordedObject): readonly FieldPresence[] {
  return declaredIn(shape).map(({ name }) => ({ path: joined(path, name), tag, isPresent: name in object }))
}

/** Fails for an unknown field, a missing field, or a value whose kind differs from the contract of that version. */
export function assertFollowsContract(recorded: RecordedPayload): void {
  const { shape } = contractOf(recorded)
  const where = `${recorded.api} ${recorded.version} ${recorded.name}`
  if (!hasFields(shape)) assert.deepEqual(recorded.payload, {}, where)
  assert.deepEqual(Errors(closed(shape), recorded.payload), [], where)
  for (const { object, ...shown } of recordedObjects(recorded)) {
    for (const { name, shape: field } of declaredIn(shown.shape)) {
      if (name in object) assertFormat(field, object[name], `${where}: ${joined(shown.path, name)}`)
    }
  }
}

function hasFields(part: object): boolean {
  return 'properties' in part && Object.keys(Object(part.properties)).length > 0
}

const closedShapes = new Map<Shape, Shape>()

/** Returns the schema with unknown fields forbidden. An object that declares no fields may still contain anything. */
function closed(shape: Shape): Shape {
  const known = closedShapes.get(shape)
  if (known !== undefined) return known
  const copy: Shape = JSON.parse(JSON.stringify(shape), (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !hasFields(part)) return part
    return { ...part, additionalProperties: false }
  })
  closedShapes.set(shape, copy)
  return copy
}

/** Formats of the contract that TypeBox does not check as strictly. */
const formats: Readonly<Record<string, Check>> = { uuid, unixtime: timestamp }

function assertFormat(shape: Shape, value: unknown, where: string): void {
  const { anyOf = [], items, format } = shape
  for (const branch of branchesFor(anyOf, value)) assertFormat(branch, value, where)
  if (items !== undefined && Array.isArray(value)) {
    for (const item of value) assertFormat(items, item, where)
  }
  if (format === undefined) return
  const check = formats[format] ?? assert.fail(`nothing checks the format ${format}`)
  assert.ok(check.holds(value), `${where} is not ${check.name}: ${JSON.stringify(value)}`)
}
