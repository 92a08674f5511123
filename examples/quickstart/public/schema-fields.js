import { element } from './dom.js'
import { prose } from './prose.js'
import { partsOf } from './schema-parts.js'
import { limitsText, nameOf, typeText } from './schema-text.js'

/** Number of levels that are open at first. */
const OPEN_LEVELS = 2
/** Lists longer than this start closed, so that they do not push everything else off the screen. */
const MOST_OPEN = 12

/**
 * Shows the fields of a schema as a list, with nested fields inside disclosures.
 * @param mark which fields get a tag: `{isRequired, text}`
 */
export function fieldTree(schema, document, mark) {
  const parts = partsOf(schema, document)
  if (parts === undefined) return element('p', { class: 'hint' }, 'It has no fields.')
  return partList(parts, { document, mark, level: 0, names: [nameOf(schema)] })
}

export const requestMark = { isRequired: true, text: 'required' }
export const responseMark = { isRequired: false, text: 'optional' }

function partList({ fields, variants }, context) {
  if (fields !== undefined)
    return element('ul', { class: 'schema-fields' }, ...fields.map((field) => fieldItem(field, context)))
  const items = variants.map(({ schema, name }) => {
    const parts = partsOf(schema, context.document)
    const inner = { ...context, level: OPEN_LEVELS, names: [...context.names, nameOf(schema)] }
    return element('li', {}, disclosure(element('code', {}, name), parts, inner))
  })
  return element('ul', { class: 'schema-variants' }, ...items)
}

function fieldItem({ name, schema, isRequired }, context) {
  const { mark } = context
  const limits = limitsText(schema)
  const isMarked = isRequired === mark.isRequired
  return element(
    'li',
    { class: 'schema-field' },
    element(
      'p',
      { class: 'schema-head' },
      element('code', { class: 'schema-name' }, name),
      ' ',
      element('span', { class: 'schema-type' }, typeText(schema), limits && `, ${limits}`),
      ' ',
      isMarked ? element('span', { class: `tag ${isRequired ? 'good' : ''}` }, mark.text) : undefined,
    ),
    schema.description && prose(schema.description),
    schema.default === undefined
      ? undefined
      : element('p', {}, 'Default: ', element('code', {}, JSON.stringify(schema.default))),
    innerParts(name, schema, context),
  )
}

function innerParts(name, schema, { document, mark, level, names }) {
  const own = nameOf(schema)
  const parts = partsOf(schema, document)
  // A recursive object would never end.
  if (parts === undefined || (own !== undefined && names.includes(own))) return undefined
  const inner = { document, mark, level: level + 1, names: [...names, own] }
  return disclosure(summaryText(name, parts), parts, inner)
}

function summaryText(name, { each, fields, variants }) {
  const count = fields?.length ?? variants.length
  const what = fields === undefined ? `${count} kinds` : count === 1 ? '1 field' : `${count} fields`
  return element('span', {}, what, each && ` in each ${each}`, ' of ', element('code', {}, name))
}

function disclosure(summary, parts, context) {
  const count = (parts.fields ?? parts.variants).length
  const isOpen = context.level < OPEN_LEVELS && count <= MOST_OPEN
  return element(
    'details',
    { class: 'schema-inner', open: isOpen ? '' : undefined },
    element('summary', {}, summary),
    partList(parts, context),
  )
}
