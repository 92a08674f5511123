import { avatar, byId } from './dom.js'

/** The license that is configured, as far as every page of the console needs it. */
export class Account {
  #api
  apps = []
  scopes = []
  /** Of the console's own app, to which belongs what is registered and defined here. */
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

  /** What the app is called, or its id where it is not there any more. */
  nameOf(clientId) {
    return this.apps.find((app) => app.client_id === clientId)?.name ?? clientId
  }
}
