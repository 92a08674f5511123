import { element } from './dom.js'

/** Returns the fields for the body: one field of JSON, or one field for each part of a multipart form. */
export function bodyFields({ type, schema }, example) {
  return type === 'application/json' ? jsonField(example) : partFields(schema)
}

function jsonField(example) {
  const text = JSON.stringify(example, null, 2)
  const problem = element('p', { id: 'try-body-problem', class: 'dialog-problem', role: 'alert', hidden: '' })
  const rows = String(Math.min(text.split('\n').length + 1, 24))
  const attributes = { spellcheck: 'false', rows, 'aria-describedby': 'try-body-problem' }
  const input = element('textarea', { id: 'try-body', class: 'code-input', ...attributes })
  input.value = text
  input.addEventListener('input', () => showProblem(input, problem, ''))
  const reset = element('button', { type: 'button', class: 'button-quiet' }, 'Reset to the example')
  reset.addEventListener('click', () => {
    input.value = text
    showProblem(input, problem, '')
  })
  const node = element(
    'div',
    { class: 'field' },
    element('label', { class: 'field-name', for: 'try-body' }, 'Body, as JSON'),
    input,
    problem,
    element('div', {}, reset),
  )
  return { node, read: () => readJson(input, problem) }
}

/** Returns the body and its type, or `undefined` after showing what is wrong. */
function readJson(input, problem) {
  try {
    JSON.parse(input.value)
    return { body: input.value, contentType: 'application/json' }
  } catch (error) {
    showProblem(input, problem, `This is not JSON: ${error.message}.`)
    input.focus()
    return undefined
  }
}

function showProblem(input, problem, text) {
  problem.hidden = text === ''
  problem.textContent = text
  input.setAttribute('aria-invalid', String(text !== ''))
}

function partFields({ properties, required = [] }) {
  const inputs = Object.entries(properties).map(([name, { format }]) => {
    const type = format === 'binary' ? 'file' : 'text'
    return element('input', { id: `try-${name}`, name, type, autocomplete: 'off' })
  })
  const fields = inputs.map((input) => labelled(input, required.includes(input.name)))
  return { node: element('div', { class: 'try-parts' }, ...fields), read: () => readParts(inputs) }
}

/** Returns the body as a form. The browser sets its content type, which includes the boundary between the parts. */
function readParts(inputs) {
  const body = new FormData()
  for (const { name, type, value, files } of inputs) {
    const part = type === 'file' ? files[0] : value
    if (part !== undefined && part !== '') body.append(name, part)
  }
  return { body }
}

export function labelled(input, isRequired) {
  return element(
    'div',
    { class: 'field' },
    element(
      'label',
      { class: 'field-name', for: input.id },
      element('code', {}, input.name),
      isRequired ? '' : ' (optional)',
    ),
    input,
  )
}
