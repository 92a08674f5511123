import { invalid } from '../errors.js'

interface KeyTypes {
  readonly integer: number
  readonly text: string
}

type KeyType = keyof KeyTypes
type KeyOf<Types extends readonly KeyType[]> = { readonly [I in keyof Types]: KeyTypes[Types[I]] }

/** Opaque names of the pages of one list (decisions §16.8): each holds the sort key that the page comes after. */
export interface PageIds<Key> {
  encode(key: Key): string
  /** `validation` for what this list has not answered; `path` says where it stands in the request. */
  decode(pageId: string, path: string): Key
}

/**
 * `list` keeps a page of one list from being taken for a page of another; `types` are those of the sort key, e.g.
 * `pageIds('chats', ['integer', 'text'])` for instant and id.
 */
export function pageIds<const Types extends readonly KeyType[]>(
  list: string,
  types: Types,
): PageIds<KeyOf<Types>> {
  const encode = (key: KeyOf<Types>) => Buffer.from(JSON.stringify([list, ...key])).toString('base64url')
  return {
    encode,
    decode(pageId, path) {
      const key = keyOf(list, types, pageId)
      // What is decoded leniently, and what JSON writes in several ways, is not ours.
      if (key === undefined || encode(key) !== pageId) throw invalid(`${path} is not a page of this list`)
      return key
    },
  }
}

function keyOf<Types extends readonly KeyType[]>(
  list: string,
  types: Types,
  pageId: string,
): KeyOf<Types> | undefined {
  const [name, ...key] = parseArray(Buffer.from(pageId, 'base64url').toString())
  return name === list && isKey(key, types) ? key : undefined
}

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isKey<Types extends readonly KeyType[]>(
  values: readonly unknown[],
  types: Types,
): values is KeyOf<Types> {
  return values.length === types.length && types.every((type, index) => hasType(type, values[index]))
}

/** A text that every storage can hold: without NUL and lone surrogates (decisions §1.6). */
const storable = /^[^\0\p{Cs}]*$/u

function hasType(type: KeyType, value: unknown): boolean {
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string' && storable.test(value)
}
