import { agentApiFields } from './documented-agent-api.js'
import { configurationFields } from './documented-configuration.js'
import { customerApiFields } from './documented-customer-api.js'
import { objectFields } from './documented-objects.js'

/**
 * Every field that the specification documents, by section and part of it. It was written from the specification, not from
 * the contract, so a contract that loses a field differs from it.
 *
 * - `name?` is optional, in a request as well as in an answer.
 * - `size:integer` names the kind of value, and `recipients:all|agents` the values, with `+` for a space. A field without a
 *   kind is a string.
 * - `users[].name` is a field of each item of a list, and `a.{b c}` is short for `a.b a.c`.
 * - `in_trial@v0.4` is there in these versions only, and `text@agent` in this API only.
 * - An object of another section is `object` here. `... request` is an object as requests have it.
 */
export const documentedFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ ...objectFields, ...customerApiFields, ...agentApiFields, ...configurationFields }).map(
    ([title, fields]) => [title, expanded(fields)],
  ),
)

function expanded(fields: string): readonly string[] {
  const group = /([^\s{}]*)\{([^{}]*)\}/
  let flat = fields
  while (group.test(flat)) {
    flat = flat.replace(group, (_, start: string, names: string) =>
      wordsOf(names)
        .map((name) => `${start}${name}`)
        .join(' '),
    )
  }
  return wordsOf(flat)
    .map((field) => field.replace(/(?<=:)[^@]+/, (kinds) => kinds.split('|').sort().join('|')))
    .sort()
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
