import { invalidField } from '../errors.js'

interface KeyTypes {
  readonly integer: number
  readonly text: string
}

type KeyType = keyof KeyTypes
type KeyOf<Types extends readonly KeyType[]> = { readonly [I in keyof Types]: KeyTypes[Types[I]] }

/**
 * Encodes and decodes the page ids of one list (decisions §16.8). A page id is opaque and holds the sort key that the
 * page comes after.
 */
export interface PageIds<Key> {
  encode(key: Key): string
  /**
   * Returns the sort key of a page id. Throws a `validation` error, which names `path`, for a text that this list has
   * not returned as a page id.
   */
  decode(pageId: string, path: string): Key
}

/**
 * Returns the page ids of a list. `list` is the list's name, so a page id of one list is refused by another. `types`
 * are the types of the sort key, such as `pageIds('chats', ['integer', 'text'])` for an instant and an id.
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
      // Encoding again must return the same text: base64url is decoded leniently, and JSON can be written in several
      // ways.
      if (key === undefined || encode(key) !== pageId)
        throw invalidField({ path, rule: 'not_found' }, 'is not a page of this list')
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

/** Text that every storage can hold: without NUL and lone surrogates (decisions §1.6). */
const storable = /^[^\0\p{Cs}]*$/u

function hasType(type: KeyType, value: unknown): boolean {
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string' && storable.test(value)
}
