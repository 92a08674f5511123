import { confirm } from './confirm-dialog.js'
import { forgetProblem } from './desk-delivery.js'
import { joined, sentence } from './direction.js'
import { avatar, byId, element } from './dom.js'
import { clockTime, dayName } from './format.js'
import { webLink } from './links.js'
import { teamNames } from './teams.js'

const BAN_DAYS = { 1: 'a day', 7: 'a week', 30: '30 days', 365: 'a year' }

/** Shows what is known about the customer of the open chat. */
export function showDetails(desk) {
  const chat = desk.openChat
  byId('details').hidden = chat === undefined
  if (chat === undefined) return
  const { customer, agents, groups } = chat
  const signature = JSON.stringify([customer, groups, agents.map((agent) => agent.name)])
  if (byId('details-body').dataset.signature === signature) return
  byId('details-body').dataset.signature = signature
  byId('details-body').replaceChildren(
    head(customer),
    facts(customer, agents, groups),
    ...(customer === undefined || customer.banned ? [] : [banButton(desk, chat)]),
  )
}

function banButton(desk, chat) {
  const node = element('button', { type: 'button', class: 'button-quiet' }, 'Ban customer')
  node.addEventListener('click', () => ban(desk, chat))
  return node
}

function ban(desk, chat) {
  const { id, name } = chat.customer
  const options = Object.entries(BAN_DAYS).map(([value, label]) => element('option', { value }, label))
  const days = element('select', { class: 'field' }, ...options)
  return confirm(
    {
      title: sentence`Ban ${name || 'the customer'}?`,
      text: 'They are disconnected at once, and cannot write until the ban is over.',
      content: [element('label', { class: 'dialog-field' }, element('span', {}, 'For'), days)],
      ...{ label: 'Ban', isDangerous: true },
    },
    async () => {
      await desk.request('ban_customer', { customer_id: id, ban: { days: Number(days.value) } })
      forgetProblem(desk, chat)
    },
  )
}

function head(customer) {
  return element(
    'div',
    { class: 'details-who' },
    avatar(customer),
    element('p', { class: 'details-name', dir: 'auto' }, customer?.name || 'Customer'),
    element('p', { class: 'details-email', dir: 'auto' }, customer?.email || 'No e-mail address'),
    customer?.banned ? element('p', { class: 'details-banned' }, 'Banned') : undefined,
  )
}

function facts(customer, agents, groups) {
  const visit = customer?.monitoring?.current_visit
  const page = visit?.pages.at(-1)
  const rows = [
    ['Looks at', page && webLink(page.url, page.title || page.url)],
    ['Since', visit && `${dayName(visit.start)}, ${clockTime(visit.start)}`],
    ['Pages seen', visit && String(customer.monitoring.stats.page_views)],
    ['Came from', customer?.monitoring?.referrer],
    ['Time zone', customer?.monitoring?.geolocation?.timezone],
    ...Object.entries(customer?.fields ?? {}),
    ['Agents', agents.length > 0 ? joined(agents.map((agent) => agent.name)) : 'None yet'],
    ['Team', teamNames(groups) || 'All'],
  ]
  return element('dl', { class: 'facts' }, ...rows.filter(([, value]) => value).flatMap(fact))
}

function fact([name, value]) {
  return [element('dt', { dir: 'auto' }, name), element('dd', { dir: 'auto' }, ...[value].flat())]
}
