import type { Configuration } from '../configuration/configuration.js'
import type { ConfiguredWebhook } from '../configuration/configured-webhooks.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { Steps } from '../domain/steps.js'
import type { WebhookSubject } from '../domain/webhook-filters.js'
import { getConsequences } from '../facts/consequences.js'
import { type Fact, type FactName, type FactOf, getLicenseId } from '../facts/fact.js'
import { isMeantFor, webhookSubject } from '../facts/webhook-subject.js'
import type { ChatHead } from '../model/chat.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { NewDelivery } from '../model/delivery.js'
import type { WebhookVersion } from '../model/webhook.js'
import { propertiesView } from '../views/properties.js'
import type { AgentViewer, ViewTimes } from '../views/viewer.js'

/** The part of a delivery that the fact and the webhook decide. */
export type MatchedDelivery = Pick<NewDelivery, 'licenseId' | 'chatId' | 'webhookId' | 'payload'>

/** Values that views need besides the license's configuration. */
export interface DeliveryViews extends ViewTimes {
  readonly files: FileUrls
}

/** The version of the Agent API whose views each webhook version uses (decisions §16.24). */
const agentVersions = { 'v0.3': 'v0.3', 'v0.4': 'v0.4', 'v0.5': 'v0.4' } as const satisfies {
  readonly [V in WebhookVersion]: AgentViewer['version']
}

const noWebhooks: readonly ConfiguredWebhook[] = Object.freeze([])

/** Returns the webhooks registered for the fact's action. Their filters are not evaluated. */
export function findWebhooks({ webhooks }: Pick<Configuration, 'webhooks'>, { name }: Fact) {
  const { webhook } = getConsequences(name)
  return webhook === null ? noWebhooks : (webhooks.get(webhook.action) ?? noWebhooks)
}

/** The deliveries of one fact. */
export interface MatchedDeliveries {
  readonly deliveries: readonly MatchedDelivery[]
  /** Cost of evaluating the rules, in bytes of pushes, charged to the author. */
  readonly matchingBytes: number
}

/**
 * Returns the webhook deliveries of a fact. `head` is the chat's head after the change; `null` when the fact is about
 * no chat. A bot gets one delivery, even when several of its rules match (decisions §8.13). Yields after each rule.
 */
export function* matchDeliveries(
  configuration: Pick<Configuration, 'webhooks' | 'catalog'>,
  fact: Fact,
  head: ChatHead | null,
  views: DeliveryViews,
): Steps<MatchedDeliveries> {
  const passes = filterOf(fact, head)
  const payloadOf = payloads(configuration, fact, head, views)
  const [licenseId, chatId] = [getLicenseId(fact), head === null ? null : head.id]
  const deliveries: MatchedDelivery[] = []
  const matched = new Set<string>()
  let matchingBytes = 0
  for (const webhook of findWebhooks(configuration, fact)) {
    const { rule, weight } = webhook
    const { webhookId } = rule
    if (matched.has(webhookId) || !isMeantFor(rule, fact)) continue
    matchingBytes += weight
    if (passes(webhook)) {
      const payload = payloadOf(rule)
      if (payload !== undefined) deliveries.push({ webhookId, licenseId, chatId, payload })
      matched.add(webhookId)
    }
    yield
  }
  return { deliveries, matchingBytes }
}

/**
 * Returns a function that evaluates the filters of a webhook. What the filters look at is computed once, and only if
 * there are filters.
 */
function filterOf(fact: Fact, head: ChatHead | null): (webhook: ConfiguredWebhook) => boolean {
  let subject: WebhookSubject | undefined
  return ({ rule, matches }) => {
    if (rule.filters === null) return true
    subject ??= webhookSubject(fact, head)
    return matches(subject)
  }
}

/** Returns a function that renders payloads. Each variant is rendered once, however many webhooks need it. */
function payloads(
  { catalog }: Pick<Configuration, 'catalog'>,
  fact: Fact,
  head: ChatHead | null,
  views: DeliveryViews,
): (rule: ConfiguredRule) => string | undefined {
  const rendered = new Map<string, string | undefined>()
  return ({ version: registeredIn, additionalData }) => {
    const version = agentVersions[registeredIn]
    const withProperties = additionalData.includes('chat_properties')
    const key = `${version} ${withProperties}`
    if (!rendered.has(key)) {
      const viewer: AgentViewer = Object.assign({ api: 'agent', version, catalog } as const, views)
      rendered.set(key, payload(fact, viewer, withProperties ? head : null))
    }
    return rendered.get(key)
  }
}

/** `head` is the chat whose properties are added; `null` adds none. */
function payload<N extends FactName>(
  fact: FactOf<N>,
  viewer: AgentViewer,
  head: ChatHead | null,
): string | undefined {
  const { webhook } = getConsequences(fact.name)
  const data = webhook?.data(fact, viewer)
  if (webhook === null || data === undefined) return undefined
  const { action } = webhook
  if (head === null) return JSON.stringify({ action, data })
  const { properties: chat_properties = {} } = propertiesView(head.properties, 'chat', viewer)
  return JSON.stringify({ action, data, additional_data: { chat_properties } })
}
