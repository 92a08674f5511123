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
  /** Title of the object or payload that the field belongs to. */
  readonly title: string
  readonly path: string
  readonly steps: Steps
  readonly shape: Shape
  readonly isOptional: boolean
  readonly isPresent: boolean
}

/**
 * Returns the documented fields of a request, each once, including those that the payload does not have. Maps have
 * rules of their own and are left out.
 */
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

/** Returns a value that a field refuses, or `undefined` for a field that accepts any JSON. */
export function wrongValueFor({ anyOf, items, type, pattern, ...shape }: Shape): unknown {
  const isLiteral =
    shape.const !== undefined || (anyOf?.every((branch) => branch.const !== undefined) ?? false)
  if (isLiteral || pattern !== undefined) return 'nothing'
  if (anyOf !== undefined || items !== undefined || type === 'object') return 'all'
  if (type === 'string') return 7
  return type === 'integer' || type === 'boolean' ? '7' : undefined
}

/** Checks that the error names the value at this place. */
export function assertRefused(place: string, error: unknown): void {
  assert.equal(at(error, 'type'), 'validation')
  const message = textAt(error, 'message')
  assert.ok(message.startsWith(validationMessage(`${place} must be `)), message)
  assert.equal(at(error, 'data.path'), place)
}

export function assertMissing(place: string, error: unknown): void {
  assert.deepEqual(error, validation(`${place} is required`))
}

/** Returns a caller of one version over one transport. Every login uses a new connection. */
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
