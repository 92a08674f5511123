import { avatar, byId, element } from './dom.js'
import { clockTime, dayName } from './format.js'
import { webLink } from './links.js'

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
    ['Looks at', page && webLink(page.url, page.title || page.url)],
    ['Since', visit && `${dayName(visit.start)}, ${clockTime(visit.start)}`],
    ['Pages seen', visit && String(customer.monitoring.stats.page_views)],
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
