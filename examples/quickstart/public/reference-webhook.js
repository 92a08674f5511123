import { jsonView } from './code-view.js'
import { element } from './dom.js'
import { prose } from './prose.js'
import { pageTitle, parameterList, responseList, section } from './reference-sections.js'
import { fieldTree, requestMark, responseMark } from './schema-fields.js'
import { sampleOf } from './schema-sample.js'

/** Returns the page of a webhook: the request to the registered address, and the responses that it accepts. */
export function webhookPage({ document, operation }) {
  const { name, description, parameters, request, otherResponses } = operation
  const sample = request.example ?? sampleOf(request.schema, document, { isWhole: true })
  return element(
    'article',
    { class: 'reference-page has-examples' },
    element(
      'header',
      { class: 'reference-head' },
      pageTitle(name),
      element(
        'p',
        { class: 'reference-address' },
        element('span', { class: 'tag good' }, 'POST'),
        'to the address that the webhook is registered with',
      ),
      prose(description),
    ),
    element(
      'div',
      { class: 'reference-text' },
      section('Headers', parameterList(parameters, requestMark)),
      section('Body, as JSON', fieldTree(request.schema, document, responseMark)),
      section('Your response', responseList(otherResponses)),
    ),
    element(
      'div',
      { class: 'reference-examples' },
      section(
        'Example',
        jsonView('Body', sample),
        element('p', { class: 'hint' }, 'Generated from the schema, with every field.'),
      ),
    ),
  )
}
