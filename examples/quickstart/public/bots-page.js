import { botCard } from './bot-card.js'
import { BotForm } from './bot-form.js'
import { confirm } from './confirm-dialog.js'
import { Deliveries } from './deliveries.js'
import { isolated } from './direction.js'
import { byId, reconcile } from './dom.js'

const PAGE_COUNT = 20

/** The page that lists the bots of the license. */
export class BotsPage {
  #api
  #account
  #form = new BotForm()
  #bots = []
  #count = 0
  #limit = PAGE_COUNT
  /** `Deliveries` by the id of the bot. */
  #deliveries = new Map()

  constructor(api, account) {
    this.#api = api
    this.#account = account
    byId('bots-new').addEventListener('click', () => {
      this.#form.open({ apps: this.#apps, save: (fields) => this.#create(fields) })
    })
    byId('bots-more').addEventListener('click', ({ currentTarget }) => this.#showMore(currentTarget))
  }

  async load() {
    const { bot_agents } = await this.#api.configure('agents/get_bot_agents', { all: true })
    const sorted = bot_agents.toSorted((one, other) => one.name.localeCompare(other.name))
    this.#count = sorted.length
    const details = await Promise.all(sorted.slice(0, this.#limit).map(({ id }) => this.#detailsOf(id)))
    this.#bots = details.map(withoutKey)
  }

  show() {
    byId('bots-empty').hidden = this.#count > 0
    byId('bots-more').hidden = this.#count <= this.#limit
    reconcile(byId('bots'), this.#bots, {
      key: ({ id }) => id,
      signature: (bot) => JSON.stringify(bot),
      render: (bot) => this.#card(bot),
    })
  }

  #card(bot) {
    const { id, name, application } = bot
    const isOpen = this.#deliveries.get(id)?.isOpen
    const deliveries = new Deliveries(this.#api, { id, what: name, isOpen })
    this.#deliveries.set(id, deliveries)
    return botCard(bot, {
      ...{ owner: this.#account.nameOf(application.client_id), deliveries: deliveries.node },
      actions: {
        secretKey: () => this.#api.botSecret(id),
        edit: () => this.#edit(bot),
        remove: () => this.#remove(bot),
      },
    })
  }

  /** Apps in the order of the form: first those that were registered here, then the built-in ones. */
  get #apps() {
    return this.#account.apps.toReversed().toSorted((one, other) => one.is_built_in - other.is_built_in)
  }

  async #detailsOf(id) {
    return (await this.#api.configure('agents/get_bot_agent_details', { bot_agent_id: id })).bot_agent
  }

  async #refresh() {
    await this.load()
    this.show()
  }

  async #create(fields) {
    await this.#api.createBot(fields)
    await this.#refresh()
  }

  #edit(bot) {
    const save = async (fields) => {
      await this.#api.updateBot(bot.id, fields)
      await this.#refresh()
    }
    this.#form.open({ bot, apps: this.#apps, save })
  }

  async #remove(bot) {
    const question = {
      title: `Remove ${isolated(bot.name)}?`,
      text: 'It leaves its chats, which are given to others. This cannot be undone.',
      label: 'Remove',
      isDangerous: true,
    }
    const isDone = await confirm(question, async () => {
      await this.#api.configure('agents/remove_bot_agent', { bot_agent_id: bot.id })
      await this.#refresh()
    })
    if (isDone) byId('bots-title').focus()
  }

  async #showMore(button) {
    const first = this.#bots.length
    this.#limit += PAGE_COUNT
    button.disabled = true
    try {
      await this.#refresh()
      byId('bots').children[first]?.querySelector('button')?.focus()
    } catch (error) {
      this.#limit -= PAGE_COUNT
      button.textContent = `${error.message} Try again`
    }
    button.disabled = false
  }
}

/** Returns the bot without its secret key. The page keeps none; the key is loaded when it is shown. */
function withoutKey({ webhooks, ...bot }) {
  if (webhooks === undefined) return bot
  const { secret_key, ...rest } = webhooks
  return { ...bot, webhooks: rest }
}
