import assert from 'node:assert/strict'
import type { Caller, Transport } from '../support/caller.js'
import { at, textAt } from '../support/json.js'
import type { Person, World } from '../support/world.js'
import { withAt } from './paths.js'
import { isRequirementId, type RequirementId } from './requirements/index.js'
import { verifies } from './verifies.js'

/** A request that succeeds, with each field that the action has. */
export interface Sample {
  readonly person: Person
  readonly payload: object
}

/** What is known of a field of a request. */
export interface Taken {
  readonly isRequired?: boolean
  /** A value of another type. */
  readonly wrong: unknown
  /** What is left out with it, where nothing makes sense without it. */
  readonly omit?: string
}

export function required(wrong: unknown): Taken {
  return { wrong, isRequired: true }
}

export function optional(wrong: unknown, omit?: string): Taken {
  return { wrong, ...(omit !== undefined && { omit }) }
}

type Fields = { readonly [Id in RequirementId]?: Taken }

/** The action whose fields are proven. */
export interface Requested {
  /** `customer.send_event`. */
  readonly name: string
  readonly transports?: readonly Transport[]
  /** A new one each time. */
  readonly sample: (world: World) => Promise<Sample>
  readonly fields: Fields
}

/** That an action takes these fields, refuses values of other types, and refuses to be without those it requires. */
export function takesFields(newWorld: () => Promise<World>, requested: Requested): void {
  const { name, transports = ['web', 'rtm'], sample, fields } = requested
  const prefix = `chat.${name}.request.`
  const [, action = ''] = name.split('.')
  const begin = async (transport: Transport): Promise<Asked> => {
    const { person, payload } = await sample(await newWorld())
    return { caller: await callerOf(person, action, transport), payload }
  }
  for (const id of Object.keys(fields).filter(isRequirementId)) {
    const field = fields[id]
    assert.ok(field !== undefined && id.startsWith(prefix), id)
    const path = id.slice(prefix.length)
    verifies(id, `${name} takes ${path}${field.isRequired ? ', and requires it' : ''}`, async () => {
      for (const transport of transports) {
        const { caller, payload } = await begin(transport)
        at(payload, path)
        refersTo(path, await caller.refuse(action, withAt(payload, path, field.wrong)))
        if (field.isRequired) isMissing(path, await caller.refuse(action, withAt(payload, path, undefined)))
        await caller.succeed(action, payload)
        if (field.isRequired) continue
        const other = await begin(transport)
        await other.caller.succeed(action, withAt(other.payload, field.omit ?? path, undefined))
      }
    })
  }
}

interface Asked {
  readonly caller: Caller
  readonly payload: object
}

function callerOf(person: Person, action: string, transport: Transport): Promise<Caller> {
  return action === 'login' ? person.open() : person.via(transport)
}

function refersTo(path: string, error: unknown): void {
  assert.equal(at(error, 'type'), 'validation')
  const message = textAt(error, 'message')
  assert.ok(message.startsWith(`Wrong format of request: payload.${path} `), message)
}

function isMissing(path: string, error: unknown): void {
  const message = `Wrong format of request: payload.${path} is required`
  assert.deepEqual(error, { type: 'validation', message })
}
