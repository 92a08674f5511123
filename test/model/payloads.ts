import fc from 'fast-check'
import { mapValueOf, type Shape } from '../fuzz/shape.js'
import { startSeconds } from '../support/engine.js'
import { gif, png } from '../support/images.js'
import { isRecord } from './known.js'

/**
 * A payload refers to things that do not exist yet by references such as `$chat.0`, so that a sequence is readable and
 * can be played on any side.
 */
export type Payload = Readonly<Record<string, unknown>>

const index = fc.constantFrom(0, 0, 1, 2)
const reference = (kind: string) => index.map((at) => `$${kind}.${at}`)
/**
 * Generates mostly the given ids of the license, and rarely one of the others: a bot, an unknown id, or one of another
 * license.
 */
const mostly = (id: fc.Arbitrary<string>, ...rarely: readonly string[]) =>
  fc.oneof({ weight: 19, arbitrary: id }, { weight: 1, arbitrary: fc.constantFrom('$nobody', ...rarely) })
const agents = mostly(
  fc.constantFrom('$person.ada', '$person.bob', '$person.cora', '$bot.0'),
  '$person.eve',
  '$bot.1',
)
const customers = mostly(fc.constantFrom('$person.casey', '$person.dana'), '$person.finn')

const texts = ['Hello', 'A red fox', 'red hat', 'naïve Ärger', '你好 world'] as const
const addresses = ['https://shop.example/', 'https://shop.example/red?hat=1'] as const
const days = ['2025-12-31', '2026-01-01', '2026-01-02'] as const

/** Values of texts that have to be meaningful, by the name of the field. */
const textsByName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  chat_id: mostly(fc.oneof(reference('own'), reference('own'), reference('chat')), '$foreign.0'),
  thread_id: mostly(reference('thread')),
  thread_ids: mostly(reference('thread')),
  event_id: mostly(reference('event')),
  agent_id: agents,
  agent_ids: agents,
  agents,
  agents_any: agents,
  agents_exclude: agents,
  customer_id: customers,
  ids: fc.oneof(agents, customers),
  auto_chat_scopes_id: mostly(reference('rule')),
  webhook_id: mostly(reference('webhook')),
  bot_agent_id: mostly(reference('bot'), '$person.bob'),
  id: mostly(reference('bot')),
  page_id: fc.constantFrom('', '$page', 'no page'),
  token: fc.constant('$token'),
  url: fc.constantFrom(...addresses),
  path: reference('image'),
  date_from: fc.constantFrom(...days),
  date_to: fc.constantFrom(...days),
  query: fc.constantFrom('red', 'RED f', 'arger', '你好', 'nowhere', ''),
  postback_id: fc.constantFrom('yes', 'no'),
}

/** Values of numbers that have to be meaningful, by the name of the field. */
const numbersByName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  groups: fc.constantFrom(0, 1, 2),
  team_ids: fc.constantFrom(0, 1, 2),
  timestamp: fc.constantFrom(startSeconds - 1, startSeconds + 2, startSeconds + 1_000_000),
  /** Id of the group of a bot: mostly 0, which always exists. */
  id: fc.constantFrom(0, 0, 0, 1),
}

const postback = fc.record({ id: fc.constantFrom('yes', 'no', 'neither'), toggled: fc.boolean() })
/** Values of fields that accept any JSON. */
const content = fc.constantFrom({ x: 1 }, {}, { list: [1, 'two', null] })

/**
 * Values of properties: first those that every license has (decisions §8.2), then one for agents only and one of the
 * app.
 */
const properties: Readonly<Record<string, readonly [namespace: string, values: readonly unknown[]]>> = {
  int_property: ['test', [0, 1, -7]],
  bool_property: ['test', [true, false]],
  string_property: ['test', ['red', 'blue']],
  tokenized_string_property: ['test', ['a red fox', 'Red Hat']],
  note: ['desk', ['seen', 'unseen']],
  color: ['$app', ['red', 'blue', 'red', 3]],
}
/** Weights of properties. This one is refused in many places. */
const propertyWeights: Readonly<Record<string, number>> = { note: 1 }

/** Files in payloads. They are small and of different types. */
const files = {
  png: png(3, 2),
  gif: gif(7, 5),
  text: Buffer.from('Grüße'),
  unknown: Buffer.from([0, 255]),
  nothing: Buffer.alloc(0),
} as const
const fileOfName = fc.constantFrom(...Object.keys(files)).map((file) => ({ file }))

/** Returns the bytes of the file that a value of the payload stands for, or `undefined` when it is not a file. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isRecord(value)) return undefined
  return Object.entries(files).find(([name]) => name === value.file)?.[1]
}

/** Generates a payload, or a part of one, that the contract usually accepts. `name` is its key in the parent object. */
export function payloadOf(shape: Shape, name = ''): fc.Arbitrary<unknown> {
  if (shape['x-parley-file'] === true) return fileOfName
  const named = namedOf(shape, name)
  if (named !== undefined) return named
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map((branch) => payloadOf(branch, name)))
  // An agent who goes offline loses the chats a moment later, at a time that no call determines.
  if (shape.const === 'offline') return fc.constant('not accepting chats')
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

function namedOf(shape: Shape, name: string): fc.Arbitrary<unknown> | undefined {
  if (name === 'postback') return postback
  if (name === 'content') return content
  if (shape.const !== undefined) return undefined
  if (shape.type === 'string') return textsByName[name]
  return shape.type === 'integer' ? numbersByName[name] : undefined
}

function objectOf(shape: Shape, name: string): fc.Arbitrary<unknown> {
  const value = mapValueOf(shape)
  if (value !== undefined && name.endsWith('properties')) return propertiesOf(mapValueOf(value) ?? {})
  if (shape.properties?.locations !== undefined)
    return fc.oneof(propertyConfig, fieldsOf(shape), propertyConfig)
  if (value !== undefined) return fc.dictionary(fc.constantFrom('color', 'size'), payloadOf(value))
  return fieldsOf(shape)
}

function fieldsOf(shape: Shape): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape.properties ?? {}).filter(([, field]) => field.not === undefined)
  const arbitraries = fields.map(([key, field]) => [key, payloadOf(field, key)] as const)
  const all = fc.record(Object.fromEntries(arbitraries), {
    requiredKeys: [...(shape.required ?? [])],
    noNullPrototype: true,
  })
  const rare = fields.map(([key]) => key).filter((key) => isRare(key, shape))
  if (rare.length === 0) return all
  return fc.tuple(all, fc.constantFrom(true, true, true, false)).map(([given, isUsual]) => {
    const kept = Object.entries(given).filter(([key]) => !isUsual || !rare.includes(key))
    return Object.fromEntries(kept)
  })
}

/** Returns whether a field rarely makes sense in combination with the other fields. */
function isRare(key: string, { properties: fields = {}, required = [] }: Shape): boolean {
  if (required.includes(key)) return false
  return key === 'page_id' || (key === 'url' && fields.path !== undefined)
}

function arrayOf({ items = {}, minItems = 0, maxItems = 2 }: Shape, name: string): fc.Arbitrary<unknown> {
  return fc.array(payloadOf(items, name), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 2),
  })
}

const access = fc.record({ read: fc.boolean(), write: fc.boolean() }, { noNullPrototype: true })
const location = fc.record({
  access: fc.record({ agent: access, customer: access }, { requiredKeys: ['agent'], noNullPrototype: true }),
})

/** Generates the configuration of a property from a list, because randomly combined parts are nearly always invalid. */
const propertyConfig = fc
  .constantFrom(
    { type: 'string' },
    { type: 'string', description: 'Its color', domain: ['red', 'blue'] },
    { type: 'tokenized_string' },
    { type: 'bool', domain: [true] },
    { type: 'int', range: { from: 0, to: 3 } },
    { type: 'int', domain: [1, 3] },
  )
  .chain((config) =>
    fc
      .record({ chat: location, thread: location, event: location }, { requiredKeys: ['chat'] })
      .map((locations) => ({ ...config, locations })),
  )

/** Generates property values, wrapped or not, or conditions on them. */
function propertiesOf(shape: Shape): fc.Arbitrary<unknown> {
  const isCondition = shape.properties?.exists !== undefined
  const ofEach = Object.entries(properties).map(([name, [namespace, values]]) => {
    const value = fc.constantFrom(...values)
    const given = isCondition
      ? conditionOn(value)
      : fc.oneof(value, fc.record({ value }, { noNullPrototype: true }))
    const arbitrary = given.map((one) => ({ [namespace]: { [name]: one } }))
    return { weight: propertyWeights[name] ?? 4, arbitrary }
  })
  return fc.oneof(...ofEach)
}

function conditionOn(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const values = fc.array(value, { minLength: 1, maxLength: 2 })
  return fc.oneof(
    fc.boolean().map((exists) => ({ exists })),
    values.map((some) => ({ values: some })),
    values.map((some) => ({ exclude_values: some })),
  )
}
