import { appCard } from './app-card.js'
import { AppForm } from './app-form.js'
import { confirm } from './confirm-dialog.js'
import { ConsoleApi } from './console-api.js'
import { showSecret, wireDialogs } from './console-dialogs.js'
import { avatar, byId, reconcile } from './dom.js'
import { SignIn } from './sign-in.js'

const signIn = new SignIn('console', load)
const api = new ConsoleApi(() => signIn.token)
const form = new AppForm()

wireDialogs()
byId('sign-out').addEventListener('click', () => signIn.signOut())
byId('register').addEventListener('click', () => form.open(undefined, register))
signIn.start()

async function load() {
  try {
    const { me, scopes, apps } = await calling(api.load())
    byId('me-name').textContent = me.name
    byId('me-avatar').replaceChildren(avatar(me))
    form.putScopes(scopes)
    show(apps)
    say('')
  } catch (error) {
    say(error.status === 0 ? `${error.message} Reload the page to try again.` : error.message)
  }
  byId('loading').hidden = true
}

function show(apps) {
  byId('register').hidden = false
  reconcile(byId('apps'), apps.toReversed(), {
    key: (app) => app.client_id,
    signature: (app) => JSON.stringify(app),
    render: (app) => appCard(app, { edit, rotateSecret, remove }),
  })
}

async function register(fields) {
  const registered = await calling(api.register(fields))
  await load()
  if (registered.client_secret !== undefined) showSecret(registered)
}

function edit(app) {
  form.open(app, async (fields) => {
    await calling(api.update(app.client_id, fields))
    await load()
  })
}

function rotateSecret(app) {
  const question = {
    title: `New secret for ${app.name}?`,
    text: 'The old one stops working at once. Tokens that the app already has go on working.',
    label: 'Make a new secret',
  }
  confirm(question, async () => showSecret(await calling(api.rotateSecret(app.client_id))))
}

async function remove(app) {
  const question = {
    title: `Remove ${app.name}?`,
    text: 'The app and every token that it was given stop working at once. This cannot be undone.',
    label: 'Remove',
    isDangerous: true,
  }
  const isDone = await confirm(question, async () => {
    await calling(api.remove(app.client_id))
    await load()
  })
  if (isDone) byId('apps-title').focus()
}

/** A token that is good no more brings the sign-in back. */
async function calling(answer) {
  try {
    return await answer
  } catch (error) {
    if (error.status === 401) {
      for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()
      signIn.ask('Your sign-in has ended. Sign in again to go on.')
    }
    throw error
  }
}

function say(problem) {
  byId('problem').hidden = problem === ''
  byId('problem').textContent = problem
}
