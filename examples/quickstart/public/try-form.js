import { codeView, jsonView } from './code-view.js'
import { element } from './dom.js'
import { tokenKindOf } from './reference-tokens.js'
import { bodyFields, labelled } from './try-body.js'
import { makeCall } from './try-call.js'
import { tokenField } from './try-token.js'

/** Returns a form that calls an action of the running server. `example` is the initial body. */
export function tryForm({ api, operation }, example, tokens) {
  const parameters = parameterInputs(operation.parameters, tokens.get(tokenKindOf(api)).licenseId)
  const token = tokenField(api, tokens, (licenseId) => {
    const input = parameters.find(({ name }) => name === 'license_id')
    if (input !== undefined && licenseId !== undefined) input.value = licenseId
  })
  const body = bodyFields(operation.request, example)
  const state = element('p', { class: 'try-state', role: 'status' })
  const answer = element('div', { class: 'try-answer' })
  const form = element(
    'form',
    { class: 'try-form', 'aria-label': `Try ${operation.name}`, novalidate: '' },
    token.node,
    ...parameters.map((input) => labelled(input, input.required)),
    body.node,
    element('button', { type: 'submit', class: 'button' }, 'Send request'),
    state,
    answer,
  )
  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const written = body.read()
    if (isSending || written === undefined) return
    isSending = true
    answer.replaceChildren()
    state.textContent = 'Sending…'
    await send(
      { url: operation.url, ...parametersIn(parameters), token: token.read(), ...written },
      state,
      answer,
    )
    isSending = false
  })
  return form
}

function parameterInputs(parameters, licenseId) {
  return parameters.map(({ name, in: place, required, example }) => {
    const isNeeded = required ? '' : undefined
    const attributes = { type: 'text', autocomplete: 'off', spellcheck: 'false', required: isNeeded }
    const input = element('input', { id: `try-${name}`, name, ...attributes, 'data-place': place })
    input.value = (name === 'license_id' ? licenseId : undefined) ?? example ?? ''
    return input
  })
}

function parametersIn(inputs) {
  const filled = inputs.filter(({ value }) => value.trim() !== '')
  const placed = (place) =>
    filled.filter(({ dataset }) => dataset.place === place).map(({ name, value }) => [name, value.trim()])
  return { query: placed('query'), headers: Object.fromEntries(placed('header')) }
}

async function send(call, state, answer) {
  try {
    const { ok, status, milliseconds, text } = await makeCall(call)
    const tag = element('span', { class: `tag ${ok ? 'good' : 'bad'}` }, status)
    state.replaceChildren(tag, ` after ${milliseconds} ms`)
    answer.replaceChildren(answerView(text))
  } catch {
    state.textContent = 'The server does not answer.'
  }
}

function answerView(text) {
  try {
    return jsonView('Live response', JSON.parse(text))
  } catch {
    return codeView('Live response', text)
  }
}
