import type { Parley } from '@parley/core'
import { webhookActionNames } from '@parley/core/contract'
import { type Fields, number, oneOf, text, texts } from './console-fields.js'
import type { Demo } from './provision.js'
import { refusal } from './refused.js'

type Details = Awaited<ReturnType<AsAgent['getBotAgentDetails']>>['bot_agent']
type AsAgent = ReturnType<typeof asAgent>
type Webhooks = NonNullable<Details['webhooks']>
type WebhookActions = Webhooks['actions']

/**
 * Bots of the license's apps. A bot belongs to the app that acts as it, and over HTTP only a token of that app can
 * create or change it. So the host does that in process for the administrator. Such a bot is not logged out when a
 * token ends.
 */
export class ConsoleBots {
  readonly #parley: Parley
  readonly #demo: Demo
  readonly #agentId: string

  /** @param agentId the administrator */
  constructor(parley: Parley, demo: Demo, agentId: string) {
    this.#parley = parley
    this.#demo = demo
    this.#agentId = agentId
  }

  async create(fields: Fields) {
    const clientId = text(fields, 'client_id')
    const { items: apps } = await this.#parley.admin.apps.list({ licenseId: this.#demo.licenseId })
    if (!apps.some((app) => app.clientId === clientId)) throw refusal('there is no such app any more')
    const webhooks = webhooksIn(fields, undefined)
    return this.#as(clientId).createBotAgent({ ...botIn(fields), ...(webhooks && { webhooks }) })
  }

  /** Returns a bot's secret key. The API shows it only to the app that owns the bot. */
  async secretKey(id: string) {
    const asOwner = await this.#asOwnerOf(id)
    const { bot_agent: bot } = await asOwner.getBotAgentDetails({ bot_agent_id: id })
    return { secret_key: bot.webhooks?.secret_key ?? null }
  }

  async update(id: string, fields: Fields) {
    const asOwner = await this.#asOwnerOf(id)
    const { bot_agent: former } = await asOwner.getBotAgentDetails({ bot_agent_id: id })
    const webhooks = webhooksIn(fields, former.webhooks)
    return asOwner.updateBotAgent({ id, ...botIn(fields), ...(webhooks && { webhooks }) })
  }

  async #asOwnerOf(id: string): Promise<AsAgent> {
    const bot = await this.#parley.admin.agents.get(id)
    if (bot?.licenseId !== this.#demo.licenseId || bot.ownerClientId === null)
      throw refusal('there is no such bot any more')
    return this.#as(bot.ownerClientId)
  }

  #as(clientId: string): AsAgent {
    return asAgent(this.#parley, this.#agentId, clientId)
  }
}

function asAgent(parley: Parley, agentId: string, clientId: string) {
  return parley.as({ agentId, clientId })
}

/** Returns the settings of a bot from the form. Bots can only be in group 0. */
function botIn(fields: Fields) {
  return {
    name: text(fields, 'name'),
    avatar: text(fields, 'avatar'),
    status: oneOf(fields, 'status', ['accepting chats', 'not accepting chats', 'offline']),
    max_chats_count: number(fields, 'max_chats_count'),
    groups: [{ id: 0, priority: oneOf(fields, 'priority', ['first', 'normal', 'last']) }],
  }
}

/**
 * Returns the webhooks of a bot from the form, or none without an address. An empty secret key keeps the current one,
 * so that no page has to know it.
 */
function webhooksIn(fields: Fields, former: Webhooks | undefined) {
  const url = text(fields, 'url')
  if (url === '') {
    if (former === undefined) return undefined
    throw refusal('webhooks stay once a bot has them; without actions it receives nothing')
  }
  const secretKey = text(fields, 'secret_key') || former?.secret_key
  if (secretKey === undefined) throw refusal('webhooks need a secret key')
  return { url, secret_key: secretKey, actions: actionsIn(fields, former?.actions ?? []) }
}

/** Returns the selected actions. Settings that the app made for an action are kept. */
function actionsIn(fields: Fields, former: WebhookActions): WebhookActions {
  return texts(fields, 'actions').flatMap((wanted): WebhookActions => {
    const name = webhookActionNames.find((known) => known === wanted)
    if (name === undefined) throw refusal(`unknown action ${wanted}`)
    const existing = former.filter((action) => action.name === name)
    return existing.length > 0
      ? existing
      : [{ name, ...(name === 'incoming_event' && { filters: ofCustomers }) }]
  })
}

/** Filter for events of customers, because a bot that receives its own messages would answer itself. */
const ofCustomers = { author_type: 'customer' } as const
