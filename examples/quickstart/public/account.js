import { avatar, byId } from './dom.js'

/** The data of the license that every page of the console needs. */
export class Account {
  #api
  apps = []
  scopes = []
  /** Client id of the console's own app. Webhooks and properties that are created here belong to it. */
  clientId = ''

  constructor(api) {
    this.#api = api
  }

  async load() {
    const { me, client_id, scopes, apps } = await this.#api.load()
    byId('me-name').textContent = me.name
    byId('me-avatar').replaceChildren(avatar(me))
    Object.assign(this, { apps, scopes, clientId: client_id })
  }

  /** Returns the name of an app, or its id when the app no longer exists. */
  nameOf(clientId) {
    return this.apps.find((app) => app.client_id === clientId)?.name ?? clientId
  }
}
