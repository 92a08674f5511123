/** One event of each type, with every field that a client can set. */

export const properties = {
  test: { bool_property: true, int_property: 7, string_property: 'a', tokenized_string_property: 'b c' },
}

/** Returns other property values for each author. */
export function otherProperties(author: string): object {
  return { test: { string_property: author } }
}

const common = { custom_id: 'mine', properties }
const field = { name: 'first', label: 'First', required: true }
const options = [
  { label: 'One', value: '1', checked: true },
  { label: 'Two', value: '2', checked: false },
]

export const message = { ...common, type: 'message', text: 'Grüße 🎉' }
export const annotation = { ...common, type: 'annotation', annotation_type: 'rating', text: 'good' }
export const filledForm = {
  ...common,
  type: 'filled_form',
  fields: [
    { ...field, type: 'text', value: 'Kim' },
    { ...field, type: 'email', value: 'kim@example.com' },
    { ...field, type: 'radio', options },
    { ...field, type: 'checkbox', options },
    { ...field, type: 'select', options },
  ],
}
export const custom = { ...common, type: 'custom', content: { nested: [1, null, { 'a.b': true }] } }

const image = {
  ...{ name: 'a.png', url: 'https://example.com/a.png', content_type: 'image/png' },
  ...{ size: 100, width: 20, height: 10 },
}
const buttons = [{ text: 'Yes', postback_id: 'yes' }]
export const richMessage = {
  ...common,
  type: 'rich_message',
  template_id: 'cards',
  elements: [
    { title: 'A', subtitle: 'B', image, buttons },
    { title: 'C', buttons },
  ],
}

/** An event of type file without the image that it shows. */
export const fileEvent = { ...common, type: 'file' }

/** Events that every version can send. */
export const plainEvents = [message, annotation, filledForm, custom]

/** Returns whether the version has rich messages. */
export function hasRichMessages(api: string, version: string): boolean {
  return version === (api === 'customer' ? 'v0.5' : 'v0.4')
}
