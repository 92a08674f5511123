import {
  isFilteredBy,
  type WebhookAction,
  type WebhookFilterName,
  webhookActions,
} from '../contract/webhook-actions.js'
import { invalidField } from '../errors.js'
import type { MemberFilter } from '../model/webhook.js'
import { normalizeAgentIds } from './agents.js'
import { isForbiddenHost, targetHost, type WebhookTargets } from './webhook-targets.js'

/**
 * Throws a `validation` error when a filter is given that the action does not support (spec configuration.md "Events").
 */
export function checkFilterNames(
  action: WebhookAction,
  names: readonly WebhookFilterName[],
  path: string,
): void {
  const wrong = names.find((name) => !isFilteredBy(action, name))
  if (wrong !== undefined)
    throw invalidField({ path: `${path}.${wrong}`, rule: 'not_allowed' }, `is not a filter of ${action}`)
}

/**
 * Throws a `validation` error when additional data is requested for an action that is not about a chat, which has no
 * properties to send.
 */
export function checkAdditionalData(action: WebhookAction, data: readonly string[], path: string): void {
  if (data.length > 0 && !webhookActions[action].hasChat)
    throw invalidField({ path, rule: 'not_allowed' }, `must be empty for ${action}`)
}

/** The member filter as a request carries it: exactly one of the lists. */
export interface RequestedMembers {
  readonly agents?: readonly string[]
  readonly agents_any?: readonly string[]
  readonly agents_exclude?: readonly string[]
}

/**
 * Returns the member filter of a request. Throws a `validation` error unless exactly one of the keys is given (spec
 * configuration.md "Webhook registration").
 */
export function toMemberFilter(requested: RequestedMembers, path: string): MemberFilter {
  const { agents, agents_any, agents_exclude } = requested
  const given: readonly (readonly [MemberFilter['type'], readonly string[] | undefined])[] = [
    ['agents', agents],
    ['agents_any', agents_any],
    ['agents_exclude', agents_exclude],
  ]
  const filters = given.flatMap(([type, ids]) => (ids ? [{ type, agentIds: normalizeAgentIds(ids) }] : []))
  const [filter, ...others] = filters
  if (filter !== undefined && others.length === 0) return filter
  const rule = filter === undefined ? 'required' : 'conflicts_with'
  throw invalidField({ path, rule }, 'must have one of agents, agents_any and agents_exclude')
}

// The URL parser removes blanks, adds slashes and replaces backslashes. URLs that need such repairs are refused.
const blank = /[\s\p{Cc}]/u
const beginning = /^https?:\/\/[^/\\]/i

/**
 * Throws a `validation` error when webhooks can never be delivered to the URL. The address of a host name is checked
 * again with each delivery, because it may change (decisions §11).
 */
export function checkWebhookUrl(text: string, targets: WebhookTargets, path: string): void {
  if (blank.test(text)) throw invalidField({ path, rule: 'wrong_format' }, 'must not contain blanks')
  const url = beginning.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) {
    throw invalidField(
      { path, rule: 'wrong_format' },
      'must be an address that begins with http:// or https://',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField({ path, rule: 'not_allowed' }, 'must name neither a user nor a password')
  }
  if (isForbiddenHost(targets, targetHost(url))) {
    throw invalidField({ path, rule: 'not_public' }, 'must be an address of the public internet')
  }
}

const encodedPrefix = 'whsec_'
const encodedBytes = { least: 24, most: 64 }

/**
 * Throws a `validation` error for a secret key that begins with `whsec_` and is not valid base64 after it, as Standard
 * Webhooks requires. Any other key is used as it is.
 */
export function checkSecretKey(key: string, path: string): void {
  if (!key.startsWith(encodedPrefix)) return
  const encoded = key.slice(encodedPrefix.length)
  const bytes = Buffer.from(encoded, 'base64')
  const { least, most } = encodedBytes
  if (bytes.toString('base64') === encoded && bytes.length >= least && bytes.length <= most) return
  throw invalidField(
    { path, rule: 'wrong_format' },
    `must have ${least} to ${most} bytes as base64 after ${encodedPrefix}`,
  )
}
