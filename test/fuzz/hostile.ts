/** Hostile parts of JSON texts, by the bounds of decisions §1.6 and §13. */

const jsonDepth = 32
const jsonKeyCount = 1_000
const jsonKeyBytes = 256

/** JSON texts that no request may contain anywhere. */
export const hostileTexts: readonly (readonly [what: string, text: string])[] = [
  ['a NUL character', '"a\\u0000b"'],
  ['a lone high surrogate', '"\\ud800"'],
  ['a lone low surrogate', '"x\\udc00y"'],
  ['surrogates in the wrong order', '"\\udc00\\ud800"'],
]

export interface HostileMember {
  readonly what: string
  /** The key as JSON text, including the quotes. */
  readonly key: string
  readonly text: string
  /** Whether every request with this member is invalid. */
  readonly isInvalid: boolean
  /** Whether no property, namespace or customer field may have this name. */
  readonly isForbiddenInMaps?: true
}

/** Returns members to add to an object at that nesting level of a request. */
export function hostileMembers(level: number): readonly HostileMember[] {
  return [...tooDeep(level), ...alwaysInvalid, ...prototypeMembers, ...harmless]
}

function tooDeep(level: number): readonly HostileMember[] {
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"d":'.repeat(depth)}0${'}'.repeat(depth)}`
  const spare = jsonDepth - level
  return [
    { what: '32 levels', key: '"deep"', text: lists(spare), isInvalid: false },
    { what: '33 levels', key: '"deep"', text: lists(spare + 1), isInvalid: true },
    { what: '33 levels of objects', key: '"deep"', text: objects(spare + 1), isInvalid: true },
    { what: '1,000 levels', key: '"deep"', text: objects(1_000), isInvalid: true },
    { what: '100,000 levels', key: '"deep"', text: lists(100_000), isInvalid: true },
  ]
}

function keys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`
}

const alwaysInvalid: readonly HostileMember[] = [
  ...hostileTexts.map(([what, text]) => ({
    what: `${what} in an extra member`,
    key: '"x"',
    text,
    isInvalid: true,
  })),
  ...hostileTexts.map(([what, key]) => ({ what: `${what} in a key`, key, text: '0', isInvalid: true })),
  { what: '1e400', key: '"x"', text: '1e400', isInvalid: true },
  { what: 'an inexact integer', key: '"x"', text: '9007199254740993', isInvalid: true },
  { what: '1,001 keys', key: '"x"', text: keys(jsonKeyCount + 1), isInvalid: true },
  { what: 'a key of 257 bytes', key: `"${'k'.repeat(jsonKeyBytes + 1)}"`, text: '"v"', isInvalid: true },
  { what: 'a wide key of 258 bytes', key: `"${'é'.repeat(129)}"`, text: '"v"', isInvalid: true },
  { what: 'an empty key, deep NUL', key: '""', text: '{"a":[{"b":"\\u0000"}]}', isInvalid: true },
]

const prototypeMembers: readonly HostileMember[] = ['__proto__', 'constructor', 'prototype'].flatMap((name) =>
  ['{"polluted":"yes"}', '{"polluted":{"value":"yes"}}', '"yes"', '{"__proto__":{"polluted":1}}', 'null'].map(
    (text) => ({
      what: `the key ${name}`,
      key: JSON.stringify(name),
      text,
      isInvalid: false,
      isForbiddenInMaps: true,
    }),
  ),
)

const harmless: readonly HostileMember[] = [
  { what: '1,000 keys', key: '"x"', text: keys(jsonKeyCount), isInvalid: false },
  { what: 'a key of 256 bytes', key: `"${'é'.repeat(jsonKeyBytes / 2)}"`, text: '"v"', isInvalid: false },
  { what: 'an unknown member', key: '"toString"', text: '"v"', isInvalid: false },
  { what: 'an unknown member', key: '"hasOwnProperty"', text: '{"a":[1,null,true]}', isInvalid: false },
  { what: 'a line break in a key', key: '"a\\nb"', text: '"v"', isInvalid: false },
  { what: 'a number as text', key: '"0"', text: '1e2', isInvalid: false },
]
