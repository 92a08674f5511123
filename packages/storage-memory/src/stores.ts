import type { StorageReads, StorageTransaction } from '@parley/core/storage'
import { agentReads, agentWrites } from './agents.js'
import { appReads, appWrites } from './apps.js'
import { archiveReads, archiveWrites } from './archives.js'
import { botReads, botWrites } from './bots.js'
import { chatReads } from './chat-reads.js'
import { chatWrites } from './chat-writes.js'
import { codeReads, codeWrites } from './codes.js'
import { configurationReads, configurationWrites } from './configuration.js'
import { customerReads, customerWrites } from './customers.js'
import { factReads, factWrites } from './facts.js'
import { fileReads, fileWrites } from './files.js'
import { idempotencyRecordReads, idempotencyRecordWrites } from './idempotency-records.js'
import { licenseReads, licenseWrites } from './licenses.js'
import { nodeReads, nodeWrites } from './nodes.js'
import { outboxReads, outboxWrites } from './outbox.js'
import { rateCounterReads, rateCounterWrites } from './rate-counters.js'
import { routingReads, routingWrites } from './routing.js'
import { secretReads, secretWrites } from './secrets.js'
import { signInReads, signInWrites } from './sign-ins.js'
import type { Run } from './tables.js'
import { tokenReads, tokenWrites } from './tokens.js'
import { webhookReads, webhookWrites } from './webhooks.js'

export const readStores = (run: Run): StorageReads => ({
  licenses: licenseReads(run),
  agents: agentReads(run),
  bots: botReads(run),
  customers: customerReads(run),
  apps: appReads(run),
  tokens: tokenReads(run),
  chats: chatReads(run),
  archives: archiveReads(run),
  idempotencyRecords: idempotencyRecordReads(run),
  codes: codeReads(run),
  signIns: signInReads(run),
  rateCounters: rateCounterReads(run),
  configuration: configurationReads(run),
  outbox: outboxReads(run),
  nodes: nodeReads(run),
  facts: factReads(run),
  files: fileReads(run),
  routing: routingReads(run),
  secrets: secretReads(run),
  webhooks: webhookReads(run),
})

export const writeStores = (run: Run): StorageTransaction => ({
  licenses: licenseWrites(run),
  agents: agentWrites(run),
  bots: botWrites(run),
  customers: customerWrites(run),
  apps: appWrites(run),
  tokens: tokenWrites(run),
  chats: chatWrites(run),
  archives: archiveWrites(run),
  idempotencyRecords: idempotencyRecordWrites(run),
  codes: codeWrites(run),
  signIns: signInWrites(run),
  rateCounters: rateCounterWrites(run),
  configuration: configurationWrites(run),
  outbox: outboxWrites(run),
  nodes: nodeWrites(run),
  facts: factWrites(run),
  files: fileWrites(run),
  routing: routingWrites(run),
  secrets: secretWrites(run),
  webhooks: webhookWrites(run),
})
