import { byId } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'
import { actionOptions, hasChat } from './webhook-actions.js'

/** The dialog in which a webhook is registered. */
export class WebhookForm {
  #dialog = new FormDialog('webhook')

  constructor() {
    byId('webhook-action').append(...actionOptions())
    this.#dialog.form.addEventListener('change', () => this.#followAction())
  }

  /** @param save `(webhook) => Promise`; `webhook` is a request of `register_webhook` */
  open(save) {
    const fill = (fields) => {
      fields.action.value = 'incoming_event'
      this.#followAction()
    }
    this.#dialog.open({
      ...{ title: 'Register a webhook', label: 'Register', fill, save },
      read: () => read(this.#dialog.fields),
    })
  }

  #followAction() {
    const { action, with_properties } = this.#dialog.fields
    with_properties.disabled = !hasChat(action.value)
    if (with_properties.disabled) with_properties.checked = false
  }
}

function read({ url, action, description, secret_key, filters, with_properties }) {
  if (url.value.trim() === '') throw new FieldProblem('url', 'The webhook needs an address.')
  if (secret_key.value === '') throw new FieldProblem('secret_key', 'The webhook needs a secret key.')
  const conditions = filtersIn(filters.value)
  return {
    ...{ url: url.value.trim(), action: action.value, secret_key: secret_key.value },
    ...(description.value.trim() !== '' && { description: description.value.trim() }),
    ...(conditions !== undefined && { filters: conditions }),
    ...(with_properties.checked && { additional_data: ['chat_properties'] }),
  }
}

function filtersIn(text) {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new FieldProblem('filters', 'The filters are not JSON, such as { "author_type": "customer" }.')
  }
}
