import { agentCases } from './agents.conformance.js'
import { appendCases } from './append-events.conformance.js'
import { appCases } from './apps.conformance.js'
import { archiveCases } from './archives.conformance.js'
import { assignableThreadCases } from './assignable-threads.conformance.js'
import { authorizationRaceCases } from './authorization-races.conformance.js'
import { availabilityCases } from './availability.conformance.js'
import { botCases } from './bots.conformance.js'
import { cancellationCases } from './cancellation.conformance.js'
import { chatPropertyCases } from './chat-properties.conformance.js'
import { chatScopeCases } from './chat-scopes.conformance.js'
import { chatCases } from './chats.conformance.js'
import { closingCases } from './closing.conformance.js'
import { codeCases } from './codes.conformance.js'
import { concurrencyCases } from './concurrency.conformance.js'
import { configurationCases } from './configuration.conformance.js'
import { configuredRuleCases } from './configured-rules.conformance.js'
import { customerCases } from './customers.conformance.js'
import { deliveryAttemptCases } from './delivery-attempts.conformance.js'
import { deliveryBytesCases } from './delivery-bytes.conformance.js'
import { departureCases } from './departures.conformance.js'
import { deviceCases } from './devices.conformance.js'
import { expiryCases } from './expiry.conformance.js'
import { externalIdCases } from './external-ids.conformance.js'
import { factoryCases } from './factory.conformance.js'
import { factCases } from './facts.conformance.js'
import { failedDeliveryCases } from './failed-deliveries.conformance.js'
import { fidelityCases } from './fidelity.conformance.js'
import { fileCases } from './files.conformance.js'
import { idempotencyRecordCases } from './idempotency-records.conformance.js'
import { isolationCases } from './isolation.conformance.js'
import { licenseCases } from './licenses.conformance.js'
import { memberCases } from './members.conformance.js'
import { nodeLeaseCases } from './node-leases.conformance.js'
import { nodeCases } from './nodes.conformance.js'
import { outboxCases } from './outbox.conformance.js'
import { outboxLineCases } from './outbox-lines.conformance.js'
import { outboxRaceCases } from './outbox-races.conformance.js'
import { outboxWebhookCases } from './outbox-webhooks.conformance.js'
import { propertyFilterStorageCases } from './property-filters.conformance.js'
import { queueCases } from './queue.conformance.js'
import { rateCounterCases } from './rate-counters.conformance.js'
import { removalCases } from './removal.conformance.js'
import { revocationCases } from './revocation.conformance.js'
import { richMessageCases } from './rich-messages.conformance.js'
import { routedListCases } from './routed-lists.conformance.js'
import { sealedKeyCases } from './sealed-keys.conformance.js'
import { searchIndexCases } from './search-index.conformance.js'
import { secretCases } from './secrets.conformance.js'
import { sequenceCases } from './sequences.conformance.js'
import { sharedActivityCases } from './shared-activity.conformance.js'
import { signInCases } from './sign-ins.conformance.js'
import { StorageCases, type StorageSuiteOptions } from './suite.js'
import { summaryCases } from './summaries.conformance.js'
import { threadAuthorCases } from './thread-authors.conformance.js'
import { threadBoundCases } from './thread-bounds.conformance.js'
import { threadCases } from './threads.conformance.js'
import { timerCases } from './timers.conformance.js'
import { tokenCases } from './tokens.conformance.js'
import { transactionCases } from './transactions.conformance.js'
import { visibilityCases } from './visibility.conformance.js'
import { waitingCases } from './waiting.conformance.js'
import { webhookCases } from './webhooks.conformance.js'

/** Registers one case for every guarantee of the storage port, each on a fresh storage. */
export function testStorage(options: StorageSuiteOptions): void {
  const cases = (aspect: string) => new StorageCases(options, aspect)
  factoryCases(cases('factory'))
  licenseCases(cases('licenses'))
  configurationCases(cases('configuration'))
  agentCases(cases('agents'))
  botCases(cases('bots'))
  deviceCases(cases('devices'))
  customerCases(cases('customers'))
  externalIdCases(cases('external ids'))
  appCases(cases('apps'))
  tokenCases(cases('tokens'))
  revocationCases(cases('revocation'))
  codeCases(cases('codes'))
  signInCases(cases('sign-ins'))
  rateCounterCases(cases('rate counters'))
  expiryCases(cases('expiry'))
  removalCases(cases('removal'))
  authorizationRaceCases(cases('authorization races'))
  chatCases(cases('chats'))
  memberCases(cases('members'))
  threadAuthorCases(cases('thread authors'))
  chatScopeCases(cases('scopes of chats'))
  chatPropertyCases(cases('properties of chats'))
  visibilityCases(cases('visibility'))
  summaryCases(cases('summaries'))
  sharedActivityCases(cases('shared activity'))
  propertyFilterStorageCases(cases('property filters'))
  threadCases(cases('threads'))
  richMessageCases(cases('rich messages'))
  archiveCases(cases('archives'))
  searchIndexCases(cases('search index'))
  appendCases(cases('append'))
  threadBoundCases(cases('bounds of threads'))
  sequenceCases(cases('sequences'))
  factCases(cases('facts'))
  waitingCases(cases('waiting'))
  assignableThreadCases(cases('assignable threads'))
  queueCases(cases('queue'))
  routedListCases(cases('lists by routing'))
  availabilityCases(cases('availability'))
  timerCases(cases('timers'))
  departureCases(cases('departures'))
  nodeLeaseCases(cases('node leases'))
  outboxCases(cases('outbox'))
  webhookCases(cases('webhooks'))
  configuredRuleCases(cases('configured rules'))
  deliveryAttemptCases(cases('delivery attempts'))
  sealedKeyCases(cases('sealed keys'))
  outboxLineCases(cases('outbox lines'))
  outboxWebhookCases(cases('outbox by webhook'))
  failedDeliveryCases(cases('failed deliveries'))
  deliveryBytesCases(cases('bytes of deliveries'))
  outboxRaceCases(cases('outbox races'))
  fileCases(cases('files'))
  secretCases(cases('secrets'))
  transactionCases(cases('transactions'))
  isolationCases(cases('isolation'))
  concurrencyCases(cases('concurrency'))
  idempotencyRecordCases(cases('idempotency records'))
  cancellationCases(cases('cancellation'))
  fidelityCases(cases('fidelity'))
  closingCases(cases('closing'))
  nodeCases(cases('nodes'))
}
