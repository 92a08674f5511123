import { code, facts } from './card-parts.js'
import { element } from './dom.js'
import { firstSentence, prose, withCode } from './prose.js'
import { errorShape, pageTitle, section } from './reference-sections.js'
import { responseMark } from './schema-fields.js'

/** Returns the page of a document: what it is about, how to call it, and its actions and webhooks. */
export function overviewPage({ api, document, operations }) {
  const [server] = document.servers
  const { token } = document.components.securitySchemes
  const actions = operations.filter(({ isWebhook }) => !isWebhook)
  const webhooks = operations.filter(({ isWebhook }) => isWebhook)
  return element(
    'article',
    { class: 'reference-page' },
    pageTitle(`${api.name} ${api.version}`),
    prose(document.info.description),
    facts([
      ['Address', code(`${location.origin}${server.url}`)],
      ['Authorization', [code('Authorization: Bearer <token>'), `: ${token.description}.`]],
      ['OpenAPI document', element('a', { class: 'text-link', href: api.path }, api.path.split('/').at(-1))],
    ]),
    section('Actions', operationList(actions, api)),
    webhooks.length > 0 ? section('Webhooks', operationList(webhooks, api)) : undefined,
    section('Errors', errorShape(document, exampleError(actions), responseMark)),
  )
}

function operationList(operations, api) {
  const items = operations.map(({ id, name, description }) =>
    element(
      'li',
      {},
      element('a', { class: 'text-link', href: `#${api.id}/${id}` }, name),
      element('p', {}, ...withCode(firstSentence(description))),
    ),
  )
  return element('ul', { class: 'reference-operations' }, ...items)
}

function exampleError([{ otherResponses }]) {
  const [[, { content }]] = otherResponses
  return content['application/json'].example
}
