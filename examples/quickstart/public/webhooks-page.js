import { confirm } from './confirm-dialog.js'
import { Deliveries } from './deliveries.js'
import { byId, reconcile } from './dom.js'
import { webhookCard, webhookName } from './webhook-card.js'
import { WebhookForm } from './webhook-form.js'

/** The page that lists the webhooks of the license, except those of bots. */
export class WebhooksPage {
  #api
  #account
  #form = new WebhookForm()
  #webhooks = []
  #states = new Map()
  /** `Deliveries` by the id of the webhook. */
  #deliveries = new Map()

  constructor(api, account) {
    this.#api = api
    this.#account = account
    byId('webhooks-new').addEventListener('click', () => {
      this.#form.open((webhook) => this.#register(webhook))
    })
  }

  async load() {
    const [webhooks] = await Promise.all([this.#listed(), this.#loadStates()])
    this.#webhooks = webhooks.map(({ secret_key, ...shown }) => shown)
  }

  show() {
    const shown = this.#webhooks.flatMap((webhook) => {
      const state = this.#states.get(webhook.webhook_id)
      return state === undefined ? [] : [{ ...webhook, ...state }]
    })
    byId('webhooks-empty').hidden = shown.length > 0
    reconcile(byId('webhooks'), shown.toReversed(), {
      key: ({ webhook_id }) => webhook_id,
      // A new last attempt does not render the card again, because that would close its open parts.
      signature: ({ last_attempt, ...rest }) => JSON.stringify(rest),
      render: (webhook) => this.#card(webhook),
    })
    for (const { webhook_id, last_attempt } of shown) this.#deliveries.get(webhook_id).putLast(last_attempt)
  }

  #card(webhook) {
    const { webhook_id: id, client_id, disabled_at } = webhook
    const deliveries = new Deliveries(this.#api, {
      ...{ id, what: webhookName(webhook), isDisabled: disabled_at !== null },
      isOpen: this.#deliveries.get(id)?.isOpen,
      onLook: () => this.#refreshStates(),
    })
    this.#deliveries.set(id, deliveries)
    return webhookCard(webhook, {
      ...{ owner: this.#account.nameOf(client_id), deliveries: deliveries.node },
      actions: {
        secretKey: () => this.#secretKey(id),
        enable: (_, button) => this.#enable(id, button),
        remove: () => this.#remove(webhook),
      },
    })
  }

  async #refresh() {
    await this.load()
    this.show()
  }

  /** Loads the states again. A failure is shown by the caller. */
  async #refreshStates() {
    await this.#loadStates()
    this.show()
  }

  async #loadStates() {
    const states = await this.#api.webhookStates()
    this.#states = new Map(states.map((state) => [state.webhook_id, state]))
  }

  async #listed() {
    return (await this.#api.configure('webhooks/get_webhooks_config', {})).webhooks_config
  }

  async #register(webhook) {
    await this.#api.configure('webhooks/register_webhook', webhook)
    await this.#refresh()
  }

  /** Loads a secret key when it is shown. The page keeps none. */
  async #secretKey(id) {
    const found = (await this.#listed()).find(({ webhook_id }) => webhook_id === id)
    if (found === undefined) throw new Error('It is not there any more.')
    if (found.secret_key === undefined)
      throw new Error('Only the app that has registered it is shown its key.')
    return found.secret_key
  }

  async #enable(id, button) {
    button.disabled = true
    try {
      await this.#api.enable(id)
      await this.#refresh()
      this.#deliveries.get(id).node.querySelector('summary').focus()
    } catch (error) {
      button.disabled = false
      button.previousElementSibling.textContent = error.message
    }
  }

  async #remove(webhook) {
    const question = {
      title: `Remove ${webhook.action}?`,
      text: `Nothing is sent to ${webhook.url} any more, what waits for it included. This cannot be undone.`,
      label: 'Remove',
      isDangerous: true,
    }
    const isDone = await confirm(question, async () => {
      await this.#api.configure('webhooks/unregister_webhook', { webhook_id: webhook.webhook_id })
      await this.#refresh()
    })
    if (isDone) byId('webhooks-title').focus()
  }
}
