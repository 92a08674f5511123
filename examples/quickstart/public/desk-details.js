import { avatar, byId, element } from './dom.js'
import { clockTime, dayName } from './format.js'

/** What is known of the customer of the open chat. */
export function showDetails(desk) {
  const chat = desk.openChat
  byId('details').hidden = chat === undefined
  if (chat === undefined) return
  const { customer, agents } = chat
  const signature = JSON.stringify([customer, agents.map((agent) => agent.name)])
  if (byId('details-body').dataset.signature === signature) return
  byId('details-body').dataset.signature = signature
  byId('details-body').replaceChildren(head(customer), facts(customer, agents))
}

function head(customer) {
  return element(
    'div',
    { class: 'details-who' },
    avatar(customer),
    element('p', { class: 'details-name' }, customer?.name || 'Customer'),
    element('p', { class: 'details-email' }, customer?.email || 'No e-mail address'),
  )
}

function facts(customer, agents) {
  const visit = customer?.monitoring?.current_visit
  const page = visit?.pages.at(-1)
  const rows = [
    ['Looks at', page && pageOf(page)],
    ['Since', visit && `${dayName(visit.start)}, ${clockTime(visit.start)}`],
    ['Pages seen', visit && String(visit.pages.length)],
    ['Came from', customer?.monitoring?.referrer],
    ['Time zone', customer?.monitoring?.geolocation?.timezone],
    ...Object.entries(customer?.fields ?? {}),
    ['Agents', agents.map((agent) => agent.name).join(', ') || 'None yet'],
  ]
  return element('dl', { class: 'facts' }, ...rows.filter(([, value]) => value).flatMap(fact))
}

function fact([name, value]) {
  return [element('dt', {}, name), element('dd', {}, value)]
}

/** The address comes from the customer: it is a link only if it leads to a web page. */
function pageOf({ url, title }) {
  if (!/^https?:\/\//i.test(url)) return title || url
  return element(
    'a',
    { class: 'text-link', href: url, target: '_blank', rel: 'noopener noreferrer' },
    title || url,
  )
}
