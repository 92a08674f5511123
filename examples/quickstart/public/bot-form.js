import { isolated } from './direction.js'
import { byId, element } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'
import { actionBoxes } from './webhook-actions.js'

const MAX_CHATS_COUNT = 6
const USUAL_ACTIONS = ['incoming_chat_thread', 'incoming_event']

/** The dialog in which a bot is created or edited. */
export class BotForm {
  #dialog = new FormDialog('bot')

  constructor() {
    byId('bot-actions').append(...actionBoxes())
  }

  /**
   * @param bot the bot to edit; `undefined` for a new one
   * @param apps apps that a new bot can belong to
   * @param save `(fields) => Promise`
   */
  open({ bot, apps, save }) {
    const isNew = bot === undefined
    byId('bot-app-field').hidden = !isNew
    byId('bot-secret-hint').textContent =
      bot?.webhooks === undefined ? 'Deliveries are signed with it.' : 'Empty: it stays as it is.'
    this.#dialog.open({
      title: isNew ? 'Create a bot' : `Edit ${isolated(bot.name)}`,
      label: isNew ? 'Create' : 'Save',
      fill: (fields) => fill(fields, bot, apps),
      read: () => this.#read(bot),
      save,
    })
  }

  #read(bot) {
    const { name, client_id, avatar, status, max_chats_count, priority, url, secret_key } =
      this.#dialog.fields
    if (name.value.trim() === '') throw new FieldProblem('name', 'The bot needs a name.')
    if (max_chats_count.value === '' || !max_chats_count.validity.valid)
      throw new FieldProblem('max_chats_count', 'A bot has 0 to 10,000 chats at once.')
    if (url.value.trim() !== '' && secret_key.value === '' && bot?.webhooks === undefined)
      throw new FieldProblem('secret_key', 'Webhooks need a secret key.')
    return {
      ...(bot === undefined && { client_id: client_id.value }),
      ...{ name: name.value.trim(), avatar: avatar.value.trim(), status: status.value },
      ...{ max_chats_count: max_chats_count.valueAsNumber, priority: priority.value },
      ...{ url: url.value.trim(), secret_key: secret_key.value, actions: chosenActions() },
    }
  }
}

function fill(fields, bot, apps) {
  fields.client_id.replaceChildren(
    ...apps.map(({ client_id, name }) => element('option', { value: client_id, dir: 'auto' }, name)),
  )
  fields.name.value = bot?.name ?? ''
  fields.avatar.value = bot?.avatar ?? ''
  fields.status.value = bot?.status ?? 'accepting chats'
  fields.max_chats_count.value = bot?.max_chats_count ?? MAX_CHATS_COUNT
  fields.priority.value = bot?.groups[0]?.priority ?? 'normal'
  fields.url.value = bot?.webhooks?.url ?? ''
  const actions = bot?.webhooks?.actions.map(({ name }) => name) ?? USUAL_ACTIONS
  for (const box of boxes()) box.checked = actions.includes(box.value)
}

function chosenActions() {
  return boxes().flatMap((box) => (box.checked ? [box.value] : []))
}

function boxes() {
  return [...byId('bot-actions').querySelectorAll('input')]
}
