import { jsonView } from './code-view.js'
import { element } from './dom.js'
import { prose } from './prose.js'
import { fieldTree } from './schema-fields.js'
import { limitsText, typeText } from './schema-text.js'

/** Returns the heading of a page. It gets the focus when the reader follows a link. */
export function pageTitle(text) {
  return element('h1', { id: 'title', tabindex: '-1' }, text)
}

export function section(title, ...content) {
  const node = element('section', { class: 'reference-section' }, element('h2', {}, title), ...content)
  const count = node.querySelectorAll('details').length
  if (count > 1) node.querySelector('h2').after(expandButton(node, title))
  return node
}

/** Returns a button that opens or closes all disclosures of a section. */
function expandButton(node, title) {
  const button = element('button', { type: 'button', class: 'link-button section-expand' })
  const label = (isOpen) => {
    button.textContent = isOpen ? 'Collapse all' : 'Expand all'
    button.append(element('span', { class: 'visually-hidden' }, ` of ${title}`))
  }
  let isOpen = false
  label(isOpen)
  button.addEventListener('click', () => {
    isOpen = !isOpen
    for (const details of node.querySelectorAll('details')) details.open = isOpen
    label(isOpen)
  })
  return button
}

/** Lists headers and query parameters. */
export function parameterList(parameters, mark) {
  const items = parameters.map(({ name, in: place, required = false, description, schema }) => {
    const limits = limitsText(schema)
    return element(
      'li',
      { class: 'schema-field' },
      element(
        'p',
        { class: 'schema-head' },
        element('code', { class: 'schema-name' }, name),
        ' ',
        element('span', { class: 'schema-type' }, `${place}, ${typeText(schema)}`, limits && `, ${limits}`),
        ' ',
        required === mark.isRequired ? element('span', { class: 'tag good' }, mark.text) : undefined,
      ),
      prose(description),
    )
  })
  return element('ul', { class: 'schema-fields' }, ...items)
}

/** Lists HTTP statuses with their meanings. */
export function responseList(responses) {
  const inOrder = responses.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = inOrder.flatMap(([status, { description }]) => [
    element('dt', {}, status === 'default' ? 'Any other' : status),
    element('dd', {}, prose(description)),
  ])
  return element('dl', { class: 'reference-responses' }, ...rows)
}

/** Shows the fields of an error and one example, which are the same for every action. */
export function errorShape(document, example, mark) {
  return element(
    'details',
    { class: 'schema-inner' },
    element('summary', {}, 'What an error looks like'),
    fieldTree(document.components.schemas.Error, document, mark),
    jsonView('Example of an error', example),
  )
}
