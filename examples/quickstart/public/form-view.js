import { sentence } from './direction.js'
import { element } from './dom.js'

/** Shows a form to fill in. `onAnswer` is called with the fields of a `filled_form`. */
export function formView({ title, fields }, { id, onAnswer }) {
  const problem = element('p', { class: 'form-error', role: 'alert', hidden: '' })
  const node = element(
    'form',
    { class: 'chat-form', 'aria-label': title, novalidate: '' },
    element('p', { class: 'chat-form-title', dir: 'auto' }, title),
    ...fields.map((field, index) => fieldView(field, `${id}-${index}`)),
    problem,
    element('button', { type: 'submit', class: 'button' }, 'Send'),
  )
  node.addEventListener('input', () => {
    problem.hidden = true
  })
  node.addEventListener('submit', (event) => {
    event.preventDefault()
    const answers = fields.map((field, index) => answerOf(field, `${id}-${index}`, new FormData(node)))
    const wrong = fields.findIndex((field, index) => problemOf(field, answers[index]) !== undefined)
    problem.hidden = wrong === -1
    if (wrong === -1) return onAnswer(answers)
    problem.replaceChildren(
      ...sentence`${fields[wrong].label}: ${[problemOf(fields[wrong], answers[wrong])]}`,
    )
    node.querySelector(`[name="${CSS.escape(`${id}-${wrong}`)}"]`).focus()
  })
  return node
}

function fieldView(field, name) {
  const label = field.required ? field.label : `${field.label} (optional)`
  if (field.type === 'radio' || field.type === 'checkbox') return choices(field, name, label)
  const control = field.type === 'select' ? select(field, name) : input(field, name)
  return element('label', { class: 'chat-form-field' }, element('span', { dir: 'auto' }, label), control)
}

function input({ type, required }, name) {
  const attributes = {
    type,
    name,
    dir: 'auto',
    maxlength: '1000',
    autocomplete: type === 'email' ? 'email' : 'off',
  }
  return element('input', { ...attributes, required: required ? '' : undefined })
}

function select({ options }, name) {
  const choices = options.map(({ label, value }) => element('option', { value, dir: 'auto' }, label))
  return element('select', { name }, element('option', { value: '' }, 'Choose…'), ...choices)
}

function choices({ type, options }, name, label) {
  return element(
    'fieldset',
    { class: 'chat-form-field' },
    element('legend', { dir: 'auto' }, label),
    ...options.map((option) =>
      element(
        'label',
        { class: 'chat-form-choice' },
        element('input', { type, name, value: option.value }),
        element('bdi', {}, option.label),
      ),
    ),
  )
}

function answerOf({ type, name, label, required, options }, key, data) {
  const head = { type, name, label, required }
  if (options === undefined) return { ...head, value: data.get(key).trim() }
  const chosen = data.getAll(key)
  return {
    ...head,
    options: options.map((option) => ({ ...option, checked: chosen.includes(option.value) })),
  }
}

function problemOf({ required, type }, { value, options }) {
  const isEmpty = options === undefined ? value === '' : !options.some((option) => option.checked)
  if (isEmpty) return required ? 'please fill this in.' : undefined
  return type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value) ? 'this is no e-mail address.' : undefined
}
