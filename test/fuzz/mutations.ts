import { type HostileMember, hostileMembers, hostileTexts } from './hostile.js'
import { alternativesOf, type Shape } from './shape.js'
import { type Entry, encodeTree, type Leaf, type List, rawTree, type Table, type Tree } from './tree.js'

/** One change to a valid payload. `isInvalid` is true when the contract or the bounds always refuse the result. */
export interface Mutation {
  readonly what: string
  readonly isInvalid: boolean
  readonly result: () => Tree
}

type Put = (part: Tree) => Tree

const unchanged: Put = (part) => part

/**
 * Returns every single change to each part of the tree. `level` is the nesting level of the tree in the request.
 * `isOptional` means that `null` stands for an absent value.
 */
export function mutationsOf(
  tree: Tree,
  level: number,
  put = unchanged,
  isOptional = false,
): readonly Mutation[] {
  const here = mutationsHere(tree, level, isOptional).map((mutation) => ({
    ...mutation,
    result: () => put(mutation.result()),
  }))
  return [...here, ...mutationsWithin(tree, level, put)]
}

function mutationsWithin(tree: Tree, level: number, put: Put): readonly Mutation[] {
  if (tree.kind === 'leaf') return []
  if (tree.kind === 'list') {
    return tree.items.flatMap((item, index) =>
      mutationsOf(item, level + 1, (part) => put({ ...tree, items: tree.items.with(index, part) })),
    )
  }
  return tree.entries.flatMap(({ key, value }, index) =>
    mutationsOf(
      value,
      level + 1,
      (part) => put({ ...tree, entries: tree.entries.with(index, { key, value: part }) }),
      isOptionalIn(tree, key),
    ),
  )
}

function mutationsHere(tree: Tree, level: number, isOptional: boolean): readonly Mutation[] {
  const general = wrongTypes(tree, isOptional)
  switch (tree.kind) {
    case 'leaf':
      return [...general, ...leafMutations(tree)]
    case 'list':
      return [...general, ...listMutations(tree)]
    case 'table':
      return [...general, ...removals(tree), ...repeats(tree), ...additions(tree, level), ...overfull(tree)]
  }
}

function refused(what: string, text: string): Mutation {
  return { what, isInvalid: true, result: () => rawTree(text) }
}

const textsOfType = {
  null: 'null',
  boolean: 'true',
  integer: '7',
  string: '"7"',
  array: '[]',
  object: '{}',
} as const

/** Returns a value of each JSON type that no alternative of the part accepts. */
function wrongTypes({ alternatives }: Tree, isOptional: boolean): readonly Mutation[] {
  if (alternatives.length === 0) return []
  const accepted = new Set(alternatives.flatMap(alternativesOf).map(({ type }) => type))
  if (isOptional) accepted.add('null')
  return Object.entries(textsOfType)
    .filter(([type]) => !accepted.has(type))
    .map(([type, text]) => refused(`${type} as ${[...accepted].join('|')}`, text))
}

function leafMutations({ shape, alternatives }: Leaf): readonly Mutation[] {
  if (shape.const !== undefined)
    return [refused('another literal', '"no such literal"'), refused('no text', '""')]
  if (shape.type === 'string') return textMutations(shape, alternatives)
  if (shape.type === 'integer') return numberMutations(shape)
  return []
}

function textMutations(shape: Shape, alternatives: readonly Shape[]): readonly Mutation[] {
  const hostile = hostileTexts.map(([what, text]) => refused(what, text))
  const { minLength = 0, maxLength } = shape
  if (alternatives.length > 1) return hostile
  return [
    ...hostile,
    ...(minLength > 0 ? [refused('empty text', '""')] : []),
    ...(maxLength === undefined
      ? []
      : [
          refused('text too long', `"${'x'.repeat(maxLength + 1)}"`),
          refused('wide text', wideText(maxLength + 1)),
        ]),
  ]
}

function wideText(length: number): string {
  return `"${'😀'.repeat(length)}"`
}

function numberMutations({ minimum, maximum }: Shape): readonly Mutation[] {
  const beyond = ['9007199254740992', '-9007199254740992', '1e400', '-1e400', '1e21', '1.5', '1e-3']
  return [
    ...beyond.map((text) => refused(`the number ${text}`, text)),
    ...(minimum === undefined ? [] : [refused('too small', String(minimum - 1))]),
    ...(maximum === undefined ? [] : [refused('too large', String(maximum + 1))]),
    {
      what: 'the largest integer',
      isInvalid: maximum !== undefined,
      result: () => rawTree('9007199254740991'),
    },
    { what: 'minus zero', isInvalid: (minimum ?? 0) > 0, result: () => rawTree('-0') },
  ]
}

function listMutations(list: List): readonly Mutation[] {
  const { minItems = 0, maxItems } = list.shape
  const [first = rawTree('null')] = list.items
  const times = (count: number) => ({ ...list, items: Array.from({ length: count }, () => first) })
  return [
    ...(minItems > 0 ? [refused('too few items', '[]')] : []),
    ...(maxItems === undefined
      ? []
      : [
          { what: 'one item too many', isInvalid: true, result: () => times(maxItems + 1) },
          refused('100,000 items', `[${'0,'.repeat(99_999)}0]`),
        ]),
    {
      what: 'an item of the wrong type',
      isInvalid: list.shape.items?.type !== undefined,
      result: () => withNull(list),
    },
  ]
}

function withNull(list: List): Tree {
  return { ...list, items: [...list.items.slice(0, (list.shape.maxItems ?? 2) - 1), rawTree('null')] }
}

function isOptionalIn({ shape }: Table, key: string): boolean {
  const isKey = (name: string) => JSON.stringify(name) === key
  return Object.keys(shape.properties ?? {}).some(isKey) && !(shape.required ?? []).some(isKey)
}

function removals(table: Table): readonly Mutation[] {
  const required = new Set((table.shape.required ?? []).map((name) => JSON.stringify(name)))
  return table.entries.map(({ key }, index) => ({
    what: `without ${key}`,
    isInvalid: required.has(key),
    result: () => ({ ...table, entries: table.entries.toSpliced(index, 1) }),
  }))
}

/** Returns objects with a repeated key, of which the last value counts. */
function repeats(table: Table): readonly Mutation[] {
  return table.entries.flatMap((entry) => {
    const wrong = wrongTypes(entry.value, isOptionalIn(table, entry.key))[0]?.result()
    if (wrong === undefined) return []
    const twice = (entries: readonly Entry[]): Tree => ({ ...table, entries })
    const { key } = entry
    return [
      {
        what: `${key} repeated with a wrong value`,
        isInvalid: true,
        result: () => twice([...table.entries, { key, value: wrong }]),
      },
      {
        what: `${key} with a wrong value before the right one`,
        isInvalid: false,
        result: () => twice([{ key, value: wrong }, ...table.entries]),
      },
    ]
  })
}

function additions(table: Table, level: number): readonly Mutation[] {
  const isMap = table.shape.patternProperties !== undefined
  const forbidden = Object.entries(table.shape.properties ?? {})
    .filter(([, { not }]) => not !== undefined)
    .map(([name]): HostileMember => {
      return { what: `forbidden ${name}`, key: JSON.stringify(name), text: '"all"', isInvalid: true }
    })
  return [...hostileMembers(level), ...forbidden].map((member) => ({
    what: member.what,
    isInvalid: member.isInvalid || (isMap && member.isForbiddenInMaps === true),
    result: () => ({
      ...table,
      entries: [...table.entries, { key: member.key, value: rawTree(member.text) }],
    }),
  }))
}

function overfull(table: Table): readonly Mutation[] {
  const { maxProperties } = table.shape
  if (maxProperties === undefined) return []
  const entries = Array.from({ length: maxProperties + 1 }, (_, index) => `"n${index}":"v"`)
  return [
    refused('one key too many', `{${entries.join(',')}}`),
    refused('key too long', `{"${'k'.repeat(129)}":"v"}`),
  ]
}

/** Returns a text about the mutation for reports. */
export function describe({ what }: Mutation, tree: Tree): string {
  const text = encodeTree(tree)
  return `${what}: ${text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text}`
}
