import { confirm } from './confirm-dialog.js'
import { showToken } from './console-dialogs.js'
import { isolated } from './direction.js'
import { byId, reconcile } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'
import { tokenCard } from './token-card.js'
import { TokenForm } from './token-form.js'

/**
 * The page of access tokens for programs. Parley stores no token, so only those issued since the page was opened are
 * listed.
 */
export class TokensPage {
  #api
  #account
  #form = new TokenForm()
  #revocation = new FormDialog('revocation')
  #agents = []
  #issued = []

  constructor(api, account) {
    this.#api = api
    this.#account = account
    byId('tokens-new').addEventListener('click', () => this.#open())
    byId('tokens-revoke').addEventListener('click', () => this.#openRevocation())
  }

  async load() {
    this.#agents = (await this.#api.team()).agents
  }

  show() {
    byId('tokens-empty').hidden = this.#issued.length > 0
    reconcile(byId('tokens'), this.#issued, {
      key: ({ key }) => key,
      signature: ({ key }) => key,
      render: (issued) => tokenCard(issued, () => this.#revoke(issued)),
    })
  }

  #open() {
    const choices = {
      apps: this.#account.apps.toReversed().toSorted((one, other) => one.is_built_in - other.is_built_in),
      agents: this.#agents,
      scopes: this.#account.scopes,
    }
    this.#form.open(choices, (fields) => this.#issue(fields))
  }

  async #issue(fields) {
    const { access_token, scopes, expires_in_seconds } = await this.#api.issueToken(fields)
    const issued = {
      ...{ key: crypto.randomUUID(), token: access_token, scopes, expires_in_seconds },
      app: this.#account.nameOf(fields.client_id),
      agent: this.#agents.find(({ id }) => id === fields.agent_id)?.name ?? fields.agent_id,
    }
    this.#issued = [issued, ...this.#issued]
    this.show()
    showToken(issued)
  }

  async #revoke({ key, token, app, agent }) {
    const question = {
      title: `Revoke the token of ${isolated(app)}?`,
      text: `It acts as ${isolated(agent)}. Programs that use it are refused immediately.`,
      label: 'Revoke',
      isDangerous: true,
    }
    const isDone = await confirm(question, async () => {
      await this.#api.revokeToken(token)
      this.#issued = this.#issued.filter((issued) => issued.key !== key)
      this.show()
    })
    if (isDone) byId('tokens-title').focus()
  }

  #openRevocation() {
    this.#revocation.open({
      ...{ title: 'Revoke a token', label: 'Revoke', fill: () => {} },
      read: () => {
        const token = this.#revocation.fields.token.value.trim()
        if (token === '') throw new FieldProblem('token', 'Paste the token that is to end.')
        return token
      },
      save: async (token) => {
        await this.#api.revokeToken(token)
        this.#issued = this.#issued.filter((issued) => issued.token !== token)
        this.show()
      },
    })
  }
}
