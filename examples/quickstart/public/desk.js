import { AgentDesk } from './agent-desk.js'
import { ConnectionLine } from './connection-line.js'
import { DeskConversation } from './desk-conversation.js'
import { showDetails } from './desk-details.js'
import { showChats } from './desk-list.js'
import { avatar, byId } from './dom.js'

const desk = new AgentDesk(location.pathname.split('/').at(-1), show)
const connection = new ConnectionLine(byId('connection'), () => desk.connect())
const conversation = new DeskConversation(desk)

byId('accepting').addEventListener('click', () => desk.setAccepting(!desk.isAccepting))
byId('back').addEventListener('click', () => {
  location.hash = ''
})
byId('show-details').addEventListener('click', () => toggleDetails(!isShowingDetails()))
byId('hide-details').addEventListener('click', () => toggleDetails(false))
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') toggleDetails(false)
})
// The open chat stands in the address, so that a reload keeps it and the back button leaves it.
addEventListener('hashchange', openFromAddress)
document.addEventListener('visibilitychange', () => desk.setReading(!document.hidden))

desk.setReading(!document.hidden)
openFromAddress()
desk.connect()

function openFromAddress() {
  const chatId = location.hash.slice(1)
  toggleDetails(false)
  desk.open(chatId === '' ? undefined : chatId)
  conversation.arrive()
}

function show() {
  connection.show(desk.connection)
  showMe()
  showChats(desk)
  conversation.show()
  showDetails(desk)
  byId('columns').classList.toggle('is-chat-open', desk.openChat !== undefined)
}

function showMe() {
  const { me, isAccepting, chats } = desk
  const unread = [...chats.values()].filter((chat) => chat.isUnread).length
  byId('accepting').disabled = desk.connection.state !== 'online'
  byId('accepting').setAttribute('aria-checked', String(isAccepting))
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
