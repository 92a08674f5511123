import { AgentDesk } from './agent-desk.js'
import { Alerts, alertsPanel } from './alerts.js'
import { ArchiveList } from './archive-list.js'
import { ArchiveSearch } from './archive-search.js'
import { loadColleagues } from './colleagues.js'
import { ConnectionLine } from './connection-line.js'
import { DeskConversation } from './desk-conversation.js'
import { showDetails } from './desk-details.js'
import { DeskList } from './desk-list.js'
import { avatar, byId } from './dom.js'
import { eventText } from './format.js'
import { onKey } from './keys.js'
import { ListViews } from './list-views.js'
import { agentSession } from './session.js'
import { SignIn } from './sign-in.js'
import { loadTeams } from './teams.js'
import { WaitingList } from './waiting-list.js'
import { WaitingQueue } from './waiting-queue.js'

const signIn = new SignIn('desk', () => desk.connect())
const desk = new AgentDesk({
  session: agentSession(signIn),
  onChange: show,
  onNews: notify,
  onLogin: () => waitingQueue.read(),
  onPush: (...push) => waitingQueue.note(...push),
  onOtherAgent: () => location.replace(location.pathname),
})
const alerts = new Alerts()
const connection = new ConnectionLine(byId('connection'), () => desk.connect())
const list = new DeskList(desk, show)
const archive = new ArchiveSearch((...request) => desk.request(...request), show)
const archiveList = new ArchiveList(archive)
const waitingQueue = new WaitingQueue(desk, {
  onChange: show,
  onRead: () => loadColleagues(signIn.token).catch(console.warn),
})
const waitingList = new WaitingList(desk, waitingQueue, (chatId, words) => {
  conversation.showMessage(chatId, words)
  // Setting the same address again fires no event, so an open chat is shown directly.
  if (location.hash === `#${chatId}`) conversation.arrive()
  else location.hash = chatId
})
const conversation = new DeskConversation(desk, waitingList)
const views = new ListViews((chosen) => {
  if (chosen === 'waiting') waitingQueue.read()
  // When this fails, it is tried again the next time that the archive is opened.
  if (chosen === 'archive') loadColleagues(signIn.token).then(show, console.warn)
  show()
})

alertsPanel({ button: byId('alerts-button'), panel: byId('alerts'), alerts })
byId('accepting').addEventListener('click', () => desk.setAccepting(!desk.isAccepting))
byId('sign-out').addEventListener('click', () => {
  desk.forgetUnsent()
  signIn.signOut()
})
byId('back').addEventListener('click', () => {
  location.hash = ''
})
byId('show-details').addEventListener('click', () => toggleDetails(!isShowingDetails()))
byId('hide-details').addEventListener('click', () => toggleDetails(false))
onKey(window, (event) => {
  if (event.key === 'Escape') toggleDetails(false)
})
// The address contains the open chat, so that a reload keeps it and the back button leaves it.
addEventListener('hashchange', openFromAddress)
document.addEventListener('visibilitychange', () => desk.setReading(!document.hidden))

desk.setReading(!document.hidden)
// Teams are shown by number until their names are loaded.
loadTeams().then(show, console.warn)
openFromAddress()
signIn.start()

/** Opens the chat in the address: `#chat`, or `#chat/thread/event` to scroll to an event. */
function openFromAddress() {
  const [chatId, threadId, eventId] = location.hash.slice(1).split('/')
  toggleDetails(false)
  desk.open(chatId || undefined, threadId)
  conversation.arrive(eventId)
}

function show() {
  connection.show(desk.connection)
  if (desk.connection.reason === 'signed_out') signIn.ask('Your sign-in has ended. Sign in again to go on.')
  showMe()
  views.show()
  list.show()
  waitingList.show()
  archiveList.show()
  conversation.show()
  showDetails(desk)
  // An error about a chat that cannot be opened is shown in the place of the chat.
  byId('columns').classList.toggle('is-chat-open', desk.openChat !== undefined || desk.problem !== undefined)
}

function notify({ id, customer }, event) {
  alerts.notify({
    ...{ title: customer?.name || 'Customer', text: eventText(event), tag: id },
    onClick: () => {
      location.hash = id
    },
  })
}

function showMe() {
  const { me, isAccepting, chats } = desk
  const unread = [...chats.values()].filter((chat) => chat.isUnread).length
  byId('accepting').disabled = desk.connection.state !== 'online'
  byId('accepting').setAttribute('aria-checked', String(isAccepting))
  const hint = isAccepting ? 'You get chats that wait' : 'You keep your chats and get no new ones'
  if (byId('accepting-hint').textContent !== hint)
    byId('accepting-hint').textContent = me === undefined ? '' : hint
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${me?.name ?? 'Parley'} · Parley desk`
  if (me === undefined || byId('me-name').textContent === me.name) return
  byId('me-name').textContent = me.name
  byId('me-avatar').replaceChildren(avatar(me))
}

function isShowingDetails() {
  return byId('columns').classList.contains('is-showing-details')
}

function toggleDetails(isShown) {
  byId('columns').classList.toggle('is-showing-details', isShown)
  byId('show-details').setAttribute('aria-expanded', String(isShown))
}
