/** Payloads of requests, ordinary ones and ones at the bounds of the contract. */

type Json = Readonly<Record<string, unknown>>

/** A character of three bytes in UTF-8. */
const wide = '語'

export function message(length: number): Json {
  return { type: 'message', text: wide.repeat(length) }
}

const listOf = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index))

/**
 * Returns a rich message of 10 elements with 10 buttons each. Every text has the maximum length, in characters of two
 * bytes.
 */
export function fullRichMessage(): Json {
  const text = 'é'.repeat(512)
  const button = (index: number) => ({ text, postback_id: `${index}`.padEnd(256, '.') })
  const element = () => ({ title: text, subtitle: text, buttons: listOf(10, button) })
  return { type: 'rich_message', template_id: 'cards', elements: listOf(10, element) }
}

/** Returns a form of 50 fields with 50 choices each. */
export function fullForm(): Json {
  const option = (index: number) => ({ label: `${index}`, value: '', checked: true })
  const field = (index: number) => {
    return {
      type: 'checkbox',
      name: `field ${index}`,
      label: '',
      required: false,
      options: listOf(50, option),
    }
  }
  return { type: 'filled_form', fields: listOf(50, field) }
}

/** Returns a form that nearly fills a request. */
export function longForm(): Json {
  const value = wide.repeat(1_500)
  const field = (index: number) => ({ type: 'text', name: `f${index}`, label: '', required: true, value })
  return { type: 'filled_form', fields: listOf(50, field) }
}

/** Returns a custom event of nearly 64 KiB that consists only of nested arrays. */
export function structuredContent(): Json {
  return { type: 'custom', content: { lists: listOf(15_000, () => [0]) } }
}

/**
 * Returns a custom event whose content is nested to `depth`. The maximum nesting is 32, including the surrounding
 * payload.
 */
export function deepContent(depth: number): Json {
  let content: Json = {}
  for (let level = 0; level < depth; level += 1) content = { content }
  return { type: 'custom', content }
}

export function fullProperties(): Json {
  return { test: { int_property: 2_147_483_647, bool_property: true, string_property: wide.repeat(4_096) } }
}

/** Returns chat scopes with 100 groups. */
export function fullScopes(): Json {
  return { groups: listOf(100, (index) => 4_294_967_295 - index) }
}

export function eventList(count: number, length: number): readonly Json[] {
  return listOf(count, () => message(length))
}

/** Returns customer details with `fieldCount` fields. */
export function profile(fieldCount: number, length: number): Json {
  const fields = listOf(
    fieldCount,
    (index) => [`field ${index}`.padEnd(64, '.'), wide.repeat(length)] as const,
  )
  return { name: wide.repeat(512), email: wide.repeat(512), fields: Object.fromEntries(fields) }
}

/** Returns a visited page whose address and title have the maximum length. */
export function page(index: number): { readonly url: string; readonly title: string } {
  return { url: `https://example.com/${index}/`.padEnd(2_048, wide), title: wide.repeat(512) }
}

export const emptyBody = '{"payload":{}}'

export function bodyOf(payload: unknown): string {
  return JSON.stringify({ payload })
}

export function deepJson(depth: number): string {
  return `{"payload":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

export function manyKeys(count: number): string {
  return JSON.stringify({ payload: Object.fromEntries(listOf(count, (index) => [`key ${index}`, index])) })
}

/** Chat scopes with the maximum number of groups. */
export const manyGroups = { groups: Array.from({ length: 100 }, (_, index) => index) }

/** Returns properties of nearly the maximum length. Each letter gives different values. */
export function longProperties(letter: string): object {
  const value = letter.repeat(4_000)
  return { test: { string_property: value, tokenized_string_property: value } }
}
