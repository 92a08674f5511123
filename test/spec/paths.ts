import assert from 'node:assert/strict'
import { at } from '../support/json.js'

/** The path to a value: keys of objects and indices of lists. */
export type Steps = readonly (string | number)[]

/** Returns a copy with the value at the end of the steps replaced, or removed when it is `undefined`. */
export function withValue(payload: object, steps: Steps, value: unknown): object {
  // A structured clone would keep objects that two fields share.
  const copy: object = JSON.parse(JSON.stringify(payload))
  const parent = steps.slice(0, -1).reduce<unknown>((part, step) => at(part, String(step)), copy)
  assert.ok(typeof parent === 'object' && parent !== null)
  const last = steps.at(-1) ?? assert.fail('there is a step')
  if (value === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, value)
  return copy
}

/** Does the same for a path. `chat.threads[].id` leads to the first item. */
export function withAt(payload: object, path: string, value: unknown): object {
  return withValue(payload, path.replaceAll('[]', '.0').split('.'), value)
}

/** Returns the path as refusals name it, for example `payload.chat.thread.events[0].text`. */
export function placeOf(steps: Steps): string {
  const texts = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return `payload${texts.join('')}`
}
