import assert from 'node:assert/strict'
import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import type { Caller, Transport } from '../../support/caller.js'
import { validation, validationMessage } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import type { Person } from '../../support/world.js'
import type { Steps } from '../paths.js'
import { declaredIn } from './schema.js'
import { joined, visitsOf } from './visits.js'

/** A documented field of a request. */
export interface RequestField {
  /** Title of the object that it belongs to, or of the payload. */
  readonly title: string
  readonly path: string
  readonly steps: Steps
  readonly shape: Shape
  readonly isOptional: boolean
  readonly isPresent: boolean
}

/** The documented fields of a request, each once, whether or not the payload has them. A map has rules of its own. */
export function fieldsOfRequest(title: string, shape: Shape, payload: object): readonly RequestField[] {
  const fields = new Map<string, RequestField>()
  for (const visit of visitsOf(title, 'request', shape, payload)) {
    for (const { name, ...declared } of visit.isInMap ? [] : declaredIn(visit.shape)) {
      const path = joined(visit.path, name)
      if (fields.get(`${visit.title}: ${path}`)?.isPresent) continue
      const place = { title: visit.title, path, steps: [...visit.steps, name] }
      fields.set(`${visit.title}: ${path}`, { ...place, ...declared, isPresent: name in visit.object })
    }
  }
  return [...fields.values()]
}

/** A value that a field refuses; `undefined` for a field that takes any JSON. */
export function wrongValueFor({ anyOf, items, type, pattern, ...shape }: Shape): unknown {
  const isLiteral =
    shape.const !== undefined || (anyOf?.every((branch) => branch.const !== undefined) ?? false)
  if (isLiteral || pattern !== undefined) return 'nothing'
  if (anyOf !== undefined || items !== undefined || type === 'object') return 'all'
  if (type === 'string') return 7
  return type === 'integer' || type === 'boolean' ? '7' : undefined
}

/** Fails unless the error says that the value at this place is wrong. */
export function assertRefused(place: string, error: unknown): void {
  assert.equal(at(error, 'type'), 'validation')
  const message = textAt(error, 'message')
  assert.ok(message.startsWith(validationMessage(`${place} must be `)), message)
  assert.equal(at(error, 'data.path'), place)
}

export function assertMissing(place: string, error: unknown): void {
  assert.deepEqual(error, validation(`${place} is required`))
}

/** A caller in one version and over one transport. Every login has a connection of its own. */
export async function callerOf(
  person: Person,
  action: string,
  transport: Transport,
  version: string,
): Promise<Caller> {
  if (action !== 'login') return person.via(transport, version)
  return {
    succeed: async (...call) => (await person.open(version)).succeed(...call),
    refuse: async (...call) => (await person.open(version)).refuse(...call),
  }
}
