import fc from 'fast-check'
import { mapValueOf, type Shape } from '../fuzz/shape.js'
import { startSeconds } from '../support/engine.js'
import { gif, png } from '../support/images.js'
import { isRecord } from './known.js'

/** A payload names what is not there yet by references such as `$chat.0`, so that a sequence can be read, and played anywhere. */
export type Payload = Readonly<Record<string, unknown>>

const index = fc.constantFrom(0, 0, 1, 2)
const reference = (kind: string) => index.map((at) => `$${kind}.${at}`)
const agents = fc.constantFrom('$person.ada', '$person.bob', '$person.cora')
const customers = fc.constantFrom('$person.casey', '$person.dana')
/** A few are of nobody. */
const orNobody = (id: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 19, arbitrary: id }, { weight: 1, arbitrary: fc.constant('$nobody') })

const texts = ['Hello', 'A red fox', 'red hat', 'naïve Ärger', '你好 world'] as const
const addresses = ['https://shop.example/', 'https://shop.example/red?hat=1'] as const
const days = ['2025-12-31', '2026-01-01', '2026-01-02'] as const

/** Texts and numbers that only certain values make sense for, by the name of their field. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  chat_id: orNobody(reference('chat')),
  thread_id: orNobody(reference('thread')),
  thread_ids: orNobody(reference('thread')),
  event_id: orNobody(reference('event')),
  agent_id: orNobody(agents),
  agent_ids: orNobody(agents),
  agents: orNobody(agents),
  customer_id: orNobody(customers),
  ids: orNobody(fc.oneof(agents, customers)),
  auto_chat_scopes_id: orNobody(reference('rule')),
  page_id: fc.constantFrom('', '$page', 'no page'),
  token: fc.constant('$token'),
  groups: fc.constantFrom(0, 1, 2),
  team_ids: fc.constantFrom(0, 1, 2),
  timestamp: fc.constantFrom(startSeconds - 1, startSeconds + 2, startSeconds + 1_000_000),
  url: fc.constantFrom(...addresses),
  date_from: fc.constantFrom(...days),
  date_to: fc.constantFrom(...days),
  query: fc.constantFrom('red', 'RED f', 'arger', '你好', 'nowhere', ''),
  postback_id: fc.constantFrom('yes', 'no'),
  postback: fc.record({ id: fc.constantFrom('yes', 'no', 'neither'), toggled: fc.boolean() }),
  content: fc.constantFrom({ x: 1 }, {}, { list: [1, 'two', null] }),
}

/** What every license has (decisions §8.2), with values for each; the last is defined for agents alone. */
const properties: Readonly<Record<string, readonly [namespace: string, values: readonly unknown[]]>> = {
  int_property: ['test', [0, 1, -7]],
  bool_property: ['test', [true, false]],
  string_property: ['test', ['red', 'blue']],
  tokenized_string_property: ['test', ['a red fox', 'Red Hat']],
  note: ['desk', ['seen', 'unseen']],
}

/** What stands in a payload for a file; small, and of types that are told apart. */
const files = {
  png: png(3, 2),
  gif: gif(7, 5),
  text: Buffer.from('Grüße'),
  unknown: Buffer.from([0, 255]),
  nothing: Buffer.alloc(0),
} as const
const fileOfName = fc.constantFrom(...Object.keys(files)).map((file) => ({ file }))

/** The bytes that a value of a payload stands for; `undefined`: it is no file. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isRecord(value)) return undefined
  return Object.entries(files).find(([name]) => name === value.file)?.[1]
}

/** A payload, or part of one, that the contract mostly accepts; `name` is the key that it stands under. */
export function payloadOf(shape: Shape, name = ''): fc.Arbitrary<unknown> {
  if (shape['x-parley-file'] === true) return fileOfName
  const named = isScalar(shape) || name === 'postback' || name === 'content' ? byName[name] : undefined
  if (named !== undefined && shape.const === undefined) return named
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map((branch) => payloadOf(branch, name)))
  if (shape.const !== undefined) return fc.constant(shape.const)
  switch (shape.type) {
    case 'object':
      return objectOf(shape, name)
    case 'array':
      return arrayOf(shape, name)
    case 'string':
      return fc.constantFrom(...texts)
    case 'integer':
      return fc.integer({
        min: shape.minimum ?? 0,
        max: Math.min(shape.maximum ?? 9, (shape.minimum ?? 0) + 9),
      })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constantFrom(null, 1, 'text', { x: [true] })
  }
}

function isScalar({ type, anyOf }: Shape): boolean {
  return type === 'string' || type === 'integer' || (type === undefined && anyOf === undefined)
}

function objectOf(shape: Shape, name: string): fc.Arbitrary<unknown> {
  const value = mapValueOf(shape)
  if (value !== undefined && (name === 'properties' || name === 'chat_properties')) {
    return propertiesOf(mapValueOf(value) ?? {})
  }
  if (value !== undefined) return fc.dictionary(fc.constantFrom('color', 'size'), payloadOf(value))
  const fields = Object.entries(shape.properties ?? {}).filter(([, field]) => field.not === undefined)
  const arbitraries = fields.map(([key, field]) => [key, payloadOf(field, key)] as const)
  return fc.record(Object.fromEntries(arbitraries), {
    requiredKeys: [...(shape.required ?? [])],
    noNullPrototype: true,
  })
}

function arrayOf({ items = {}, minItems = 0, maxItems = 2 }: Shape, name: string): fc.Arbitrary<unknown> {
  return fc.array(payloadOf(items, name), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 2),
  })
}

/** Values, wrapped or not, or conditions on them. */
function propertiesOf(shape: Shape): fc.Arbitrary<unknown> {
  const isCondition = shape.properties?.exists !== undefined
  return fc.constantFrom(...Object.entries(properties)).chain(([name, [namespace, values]]) => {
    const value = fc.constantFrom(...values)
    const given = isCondition
      ? conditionOn(value)
      : fc.oneof(value, fc.record({ value }, { noNullPrototype: true }))
    return given.map((one) => ({ [namespace]: { [name]: one } }))
  })
}

function conditionOn(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const values = fc.array(value, { minLength: 1, maxLength: 2 })
  return fc.oneof(
    fc.boolean().map((exists) => ({ exists })),
    values.map((some) => ({ values: some })),
    values.map((some) => ({ exclude_values: some })),
  )
}
