import { httpFlood } from '../actions.js'
import type { Attack, Kinds } from '../attack.js'
import { actionRequest } from '../bytes.js'
import { asConfiguring } from '../people.js'
import { always } from '../strategies.js'

const flood = (action: string, payload: unknown): Attack =>
  httpFlood(always(({ people }) => actionRequest(asConfiguring(people), action, JSON.stringify(payload))))

const access = { agent: { read: true, write: true }, customer: { read: true, write: true } }
const locations = { chat: { access }, thread: { access }, event: { access } }
/** A property definition of nearly the maximum length. */
const long = { type: 'string', locations, domain: ['x'.repeat(3_000)] }

/** The maximum number of property definitions that fit in one namespace and one request. */
const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`property ${index}`, long]))

const bot = { name: 'x'.repeat(500), status: 'not accepting chats' }

/** A webhook of nearly the maximum length. */
const webhook = {
  ...{ url: 'https://app.example/', secret_key: 'secret', action: 'incoming_event' },
  filters: {
    chat_properties: { test: { string_property: { values: ['x'.repeat(4_000), 'y'.repeat(4_000)] } } },
  },
}

/** Attacks that call each action of the Configuration API as often as possible. */
export const configurationActions: Kinds = {
  'configuration properties/create_properties': { attack: flood('properties/create_properties', many) },
  'configuration properties/get_property_configs': {
    attack: flood('properties/get_property_configs', { all: true }),
  },
  'configuration agents/create_bot_agent': { attack: flood('agents/create_bot_agent', bot) },
  'configuration agents/update_bot_agent': {
    attack: flood('agents/update_bot_agent', { ...bot, id: 'nobody' }),
  },
  'configuration agents/remove_bot_agent': {
    attack: flood('agents/remove_bot_agent', { bot_agent_id: 'nobody' }),
  },
  'configuration agents/get_bot_agents': { attack: flood('agents/get_bot_agents', { all: true }) },
  'configuration agents/get_bot_agent_details': {
    attack: flood('agents/get_bot_agent_details', { bot_agent_id: 'nobody' }),
  },
  'configuration webhooks/register_webhook': { attack: flood('webhooks/register_webhook', webhook) },
  'configuration webhooks/get_webhooks_config': { attack: flood('webhooks/get_webhooks_config', {}) },
  'configuration webhooks/unregister_webhook': {
    attack: flood('webhooks/unregister_webhook', { webhook_id: 'nobody' }),
  },
}
