import { isolated } from './direction.js'
import { byId, element } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'

const LOCATIONS = { chat: 'Chats', thread: 'Threads', event: 'Events' }
const USERS = { agent: 'Agents', customer: 'Customers' }
const MODES = ['read', 'write']
/** Parses a value, for each type of property. */
const PARSERS = {
  int: parseInteger,
  bool: parseBoolean,
  string: (text) => text,
  tokenized_string: (text) => text,
}

/** The dialog in which a property is defined, or its definition is replaced. */
export class PropertyForm {
  #dialog = new FormDialog('property')

  constructor() {
    byId('property-locations').append(...Object.entries(LOCATIONS).map(locationGroup))
    this.#dialog.form.addEventListener('change', () => this.#followType())
  }

  /**
   * @param property `{name, config}` to replace; `undefined` for a new one
   * @param save `({name, config}) => Promise`
   */
  open(property, save) {
    const isNew = property === undefined
    this.#dialog.open({
      title: isNew ? 'Define a property' : `Edit ${isolated(property.name)}`,
      label: isNew ? 'Define' : 'Save',
      fill: (fields) => this.#fill(fields, property),
      read: () => read(this.#dialog.fields),
      save,
    })
  }

  #fill(fields, property) {
    const { name = '', config } = property ?? {}
    fields.name.value = name
    fields.name.readOnly = property !== undefined
    byId('property-type-field').disabled = property !== undefined
    fields.type.value = config?.type ?? 'string'
    fields.description.value = config?.description ?? ''
    fields.domain.value = config?.domain?.join('\n') ?? ''
    fields.from.value = config?.range?.from ?? ''
    fields.to.value = config?.range?.to ?? ''
    for (const [location, user, mode] of boxNames()) {
      const access = config?.locations[location]?.access[user]
      // A new property starts as one of chats for agents, the most common kind.
      const isUsual = property === undefined && location === 'chat' && user === 'agent'
      boxOf(location, user, mode).checked = access?.[mode] ?? isUsual
    }
    this.#followType()
  }

  /** Shows the range only for integers, the only type that has one. */
  #followType() {
    const { type, from, to } = this.#dialog.fields
    const isInteger = type.value === 'int'
    byId('property-range-field').hidden = !isInteger
    if (isInteger) return
    from.value = ''
    to.value = ''
  }
}

function read({ name, type, description, domain, from, to }) {
  if (name.value === '') throw new FieldProblem('name', 'The property needs a name.')
  const locations = locationsIn()
  if (Object.keys(locations).length === 0)
    throw new FieldProblem('chat.agent.read', 'Somebody has to be able to read or write it somewhere.')
  const values = valuesIn(domain.value, type.value)
  const range = { ...bound('from', from), ...bound('to', to) }
  return {
    name: name.value,
    config: {
      ...{ type: type.value, locations },
      ...(description.value.trim() !== '' && { description: description.value.trim() }),
      ...(values.length > 0 && { domain: values }),
      ...(Object.keys(range).length > 0 && { range }),
    },
  }
}

function locationsIn() {
  const locations = {}
  for (const [location, user] of boxNames()) {
    const [canRead, canWrite] = MODES.map((mode) => boxOf(location, user, mode).checked)
    if (!canRead && !canWrite) continue
    locations[location] ??= { access: {} }
    locations[location].access[user] = { read: canRead, write: canWrite }
  }
  return locations
}

function valuesIn(text, type) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const value = PARSERS[type](line.trim())
    if (value === undefined) throw new FieldProblem('domain', `“${line.trim()}” is no value of type ${type}.`)
    return value
  })
}

function parseInteger(text) {
  return /^-?\d+$/.test(text) ? Number(text) : undefined
}

function parseBoolean(text) {
  return { true: true, false: false }[text]
}

function bound(name, field) {
  if (field.validity.badInput || field.validity.stepMismatch)
    throw new FieldProblem(name, 'The ends of a range are integers.')
  return field.value === '' ? {} : { [name]: field.valueAsNumber }
}

function boxNames() {
  return Object.keys(LOCATIONS).flatMap((location) =>
    Object.keys(USERS).flatMap((user) => MODES.map((mode) => [location, user, mode])),
  )
}

function boxOf(location, user, mode) {
  return byId('property-form').elements[`${location}.${user}.${mode}`]
}

function locationGroup([location, title]) {
  const boxes = Object.entries(USERS).flatMap(([user, who]) =>
    MODES.map((mode) =>
      element(
        'label',
        { class: 'choice' },
        element('input', { type: 'checkbox', name: `${location}.${user}.${mode}` }),
        element('span', {}, `${who} ${mode}`),
      ),
    ),
  )
  const legend = element('legend', {}, title)
  return element('fieldset', { class: 'scope-group access-choices' }, legend, ...boxes)
}
