import { appCard } from './app-card.js'
import { AppForm } from './app-form.js'
import { confirm } from './confirm-dialog.js'
import { showSecret } from './console-dialogs.js'
import { isolated } from './direction.js'
import { byId, reconcile } from './dom.js'

/** The page that lists the apps of the license. */
export class AppsPage {
  #api
  #account
  #form = new AppForm()

  constructor(api, account) {
    this.#api = api
    this.#account = account
    byId('apps-new').addEventListener('click', () => {
      this.#form.open(undefined, (fields) => this.#register(fields))
    })
  }

  /** Does nothing, because the account has already loaded the apps. */
  async load() {}

  show() {
    this.#form.putScopes(this.#account.scopes)
    const actions = {
      edit: (app) => this.#edit(app),
      rotateSecret: (app) => this.#rotateSecret(app),
      remove: (app) => this.#remove(app),
    }
    reconcile(byId('apps'), this.#account.apps.toReversed(), {
      key: (app) => app.client_id,
      signature: (app) => JSON.stringify(app),
      render: (app) => appCard(app, actions),
    })
  }

  async #refresh() {
    await this.#account.load()
    this.show()
  }

  async #register(fields) {
    const registered = await this.#api.register(fields)
    await this.#refresh()
    if (registered.client_secret !== undefined) showSecret(registered)
  }

  #edit(app) {
    this.#form.open(app, async (fields) => {
      await this.#api.update(app.client_id, fields)
      await this.#refresh()
    })
  }

  #rotateSecret(app) {
    const question = {
      title: `New secret for ${isolated(app.name)}?`,
      text: 'The old one stops working at once. Tokens that the app already has go on working.',
      label: 'Make a new secret',
    }
    confirm(question, async () => showSecret(await this.#api.rotateSecret(app.client_id)))
  }

  async #remove(app) {
    const question = {
      title: `Remove ${isolated(app.name)}?`,
      text: 'The app and every token that it was given stop working at once. This cannot be undone.',
      label: 'Remove',
      isDangerous: true,
    }
    const isDone = await confirm(question, async () => {
      await this.#api.remove(app.client_id)
      await this.#refresh()
    })
    if (isDone) byId('apps-title').focus()
  }
}
