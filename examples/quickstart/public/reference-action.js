import { codeView, jsonView } from './code-view.js'
import { copyButton } from './copy-button.js'
import { curlCommand } from './curl-command.js'
import { element } from './dom.js'
import { prose } from './prose.js'
import { errorShape, pageTitle, parameterList, responseList, section } from './reference-sections.js'
import { fieldTree, requestMark, responseMark } from './schema-fields.js'
import { sampleOf } from './schema-sample.js'
import { tryForm } from './try-form.js'

/** Returns the page of an action: its description, its request and response, an example, and a form to call it. */
export function actionPage(view, tokens) {
  const { document, operation } = view
  const example = exampleOf(operation, document)
  const trial = section('Try it', tryForm(view, example.request, tokens))
  return element(
    'article',
    { class: 'reference-page has-examples' },
    element(
      'header',
      { class: 'reference-head' },
      pageTitle(operation.name),
      address(operation, trial),
      prose(operation.description),
    ),
    element(
      'div',
      { class: 'reference-text' },
      requestSection(operation, document),
      section('Response', fieldTree(operation.response.schema, document, responseMark)),
      errorSection(operation, document),
    ),
    element(
      'div',
      { class: 'reference-examples' },
      section(
        'Example',
        codeView('Request', curlExample(operation, example.request)),
        jsonView('Response', example.response),
        example.isGenerated
          ? element('p', { class: 'hint' }, 'Generated from the required fields.')
          : undefined,
      ),
      trial,
    ),
  )
}

function address({ url }, trial) {
  const whole = `${location.origin}${url}`
  const jump = element('button', { type: 'button', class: 'button-quiet try-jump' }, 'Try it')
  jump.addEventListener('click', () => {
    trial.scrollIntoView()
    trial.querySelector('input').focus({ preventScroll: true })
  })
  return element(
    'p',
    { class: 'reference-address' },
    element('span', { class: 'tag good' }, 'POST'),
    element('code', {}, url),
    copyButton(whole, 'address'),
    jump,
  )
}

function requestSection({ parameters, request }, document) {
  return section(
    'Request',
    parameterList(parameters, requestMark),
    element('h3', {}, request.type === 'application/json' ? 'Body, as JSON' : 'Body, as multipart/form-data'),
    fieldTree(request.schema, document, requestMark),
  )
}

function errorSection({ otherResponses }, document) {
  const [[, { content }]] = otherResponses
  const { example } = content['application/json']
  return section('Errors', responseList(otherResponses), errorShape(document, example, responseMark))
}

/** Returns the recorded example, or one made from the schema, because older versions have few recorded ones. */
function exampleOf({ request, response }, document) {
  return {
    request: request.example ?? sampleOf(request.schema, document),
    response: response.example ?? sampleOf(response.schema, document),
    isGenerated: hasGenerated(request) || hasGenerated(response),
  }
}

/** Returns whether the example was made from the schema. A form with a file has no generated JSON. */
function hasGenerated({ type, example }) {
  return type === 'application/json' && example === undefined
}

function curlExample({ url, parameters, request }, example) {
  const query = parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.example ?? ''])
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`
  const call = { url: `${location.origin}${url}${search}`, headers: { Authorization: 'Bearer <token>' } }
  if (request.type !== 'application/json') return curlCommand({ ...call, form: formExample(request) })
  return curlCommand({
    ...call,
    headers: { ...call.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(example, null, 2),
  })
}

function formExample({ schema }) {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, { format }]) => [
      name,
      format === 'binary' ? '@picture.png' : 'string',
    ]),
  )
}
