import fc from 'fast-check'
import { alternativesOf, mapValueOf, type Shape } from './shape.js'
import { leaf, rawTree, type Tree } from './tree.js'

/** Values of fields that have to be meaningful, by the name of the field, e.g. `chat_id`. */
export type KnownValues = ReadonlyMap<string, string>

const longestShortText = 20

/** Generates a payload, or a part of one, that the contract accepts. `name` is its key in the parent object. */
export function sampleOf(shape: Shape, name: string, known: KnownValues): fc.Arbitrary<Tree> {
  if (shape.anyOf !== undefined) {
    const branches = shape.anyOf.map((branch) => sampleOf(branch, name, known))
    const alternatives = alternativesOf(shape)
    return fc.oneof(...branches).map((tree) => ({ ...tree, alternatives }))
  }
  if (shape.const !== undefined) return fc.constant(leaf(shape, shape.const))
  switch (shape.type) {
    case 'object':
      return tableOf(shape, name, known)
    case 'array':
      return listOf(shape, name, known)
    case 'string':
      return textOf(shape, known.get(name))
    case 'integer':
      return fc
        .integer({ min: shape.minimum ?? 0, max: Math.min(shape.maximum ?? 1_000, 1_000) })
        .map((value) => leaf(shape, value))
    case 'boolean':
      return fc.boolean().map((value) => leaf(shape, value))
    case 'null':
      return fc.constant(leaf(shape, null))
    default:
      return anyJson
  }
}

function tableOf(shape: Shape, name: string, known: KnownValues): fc.Arbitrary<Tree> {
  if (name === 'properties') return fc.constantFrom(...propertySamples(shape))
  if (name === 'content') return contentOf(shape)
  const value = mapValueOf(shape)
  if (value !== undefined) return mapSample(shape, value, known)
  const entries = Object.entries(shape.properties ?? {})
    .filter(([, property]) => property.not === undefined)
    .map(([key, property]) => entryOf(key, property, shape.required?.includes(key) ?? false, known))
  return fc.tuple(...entries).map((given) => ({
    kind: 'table',
    entries: given.flat(),
    shape,
    alternatives: [shape],
  }))
}

function entryOf(key: string, shape: Shape, isRequired: boolean, known: KnownValues) {
  const entry = sampleOf(shape, key, known).map((value) => [{ key: JSON.stringify(key), value }])
  return isRequired ? entry : fc.oneof(entry, fc.constant([]))
}

function mapSample(shape: Shape, value: Shape, known: KnownValues): fc.Arbitrary<Tree> {
  const key = fc.string({ minLength: 1, maxLength: 12 }).map((text) => JSON.stringify(`k${text}`))
  const entry = fc.record({ key, value: sampleOf(value, '', known) })
  const entries = fc.uniqueArray(entry, { maxLength: 3, selector: (one) => one.key })
  return entries.map((given) => ({ kind: 'table', entries: given, shape, alternatives: [shape] }))
}

/** Returns properties that every license has (decisions §8.2), wrapped and direct. */
function propertySamples(shape: Shape): readonly Tree[] {
  const named = mapValueOf(shape) ?? {}
  const value = mapValueOf(named) ?? {}
  const table = (texts: Readonly<Record<string, string>>): Tree => {
    const entries = Object.entries(texts).map(([key, text]) => {
      const part: Tree = { kind: 'leaf', text, shape: {}, alternatives: alternativesOf(value) }
      return { key: JSON.stringify(key), value: part }
    })
    const test: Tree = { kind: 'table', entries, shape: named, alternatives: [named] }
    return { kind: 'table', entries: [{ key: '"test"', value: test }], shape, alternatives: [shape] }
  }
  return [
    table({ int_property: '7', bool_property: 'true' }),
    table({ string_property: '{"value":"ä"}', int_property: '{"value":-2147483648}' }),
  ]
}

/** Generates values for parts that accept any JSON and therefore have no wrong type. */
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => rawTree(textOfJson(value)))

/** Generates any JSON, which is stored unchanged (decisions §1.6), including names that are forbidden elsewhere. */
function contentOf(shape: Shape): fc.Arbitrary<Tree> {
  const anything = fc.jsonValue({ maxDepth: 3 }).map(textOfJson)
  const member = fc.oneof(
    fc.constantFrom(['"__proto__"', '{"polluted":true}'], ['"constructor"', '{"prototype":{"polluted":1}}']),
    fc.tuple(fc.string({ maxLength: 8 }).map(textOfJson), anything),
  )
  return fc.array(member, { maxLength: 4 }).map((members) => {
    const entries = members.map(([key = '""', text = 'null']) => ({ key, value: rawTree(text) }))
    return { kind: 'table', entries, shape, alternatives: [shape] }
  })
}

/** Returns the value as JSON text without numbers that exceed the bounds of a request. */
function textOfJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'number' && !Number.isSafeInteger(part) ? 0 : part,
  ).replaceAll('\\u0000', '')
}

function listOf(shape: Shape, name: string, known: KnownValues): fc.Arbitrary<Tree> {
  const { items = {}, minItems = 0, maxItems = 3 } = shape
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) }
  return fc
    .array(sampleOf(items, name, known), bounds)
    .map((given) => ({ kind: 'list', items: given, shape, alternatives: [shape] }))
}

function textOf(shape: Shape, known: string | undefined): fc.Arbitrary<Tree> {
  if (known !== undefined) return fc.constant(leaf(shape, known))
  const { minLength = 0, maxLength = longestShortText } = shape
  const short = fc.string({ minLength, maxLength: Math.min(maxLength, longestShortText), unit: 'grapheme' })
  const longest = fc.nat().map((seed) => noise(seed, maxLength))
  return fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: longest }).map((text) => {
    return leaf(shape, [...text.replaceAll('\0', '')].slice(0, maxLength).join('') || 'x')
  })
}

/** Returns text of three bytes per character that cannot be compressed. */
export function noise(seed: number, length: number): string {
  let state = seed % 2_147_483_647 || 1
  let text = ''
  for (let index = 0; index < length; index += 1) {
    state = (state * 48_271) % 2_147_483_647
    text += String.fromCharCode(0x4e00 + (state % 20_000))
  }
  return text
}
