import type { StorageReads, StorageTransaction } from '@parley/core/storage'
import { archiveStatements, SqlArchives } from './archives/archives.js'
import { appStatements, SqlApps } from './authorization/apps.js'
import { codeStatements, SqlCodes } from './authorization/codes.js'
import { SqlSecrets, secretStatements } from './authorization/secrets.js'
import { SqlSignIns, signInStatements } from './authorization/sign-ins.js'
import { tokenStatements } from './authorization/token-statements.js'
import { SqlTokens } from './authorization/tokens.js'
import { eventStatements } from './chats/chat-events.js'
import { propertyStatements } from './chats/chat-properties.js'
import { chatReadStatements } from './chats/chat-read-statements.js'
import { SqlChatReads } from './chats/chat-reads.js'
import { scopeStatements } from './chats/chat-scopes.js'
import { sequenceStatements } from './chats/chat-sequences.js'
import { chatWriteStatements } from './chats/chat-write-statements.js'
import { SqlChats } from './chats/chat-writes.js'
import { routingRowStatements } from './chats/routing-rows.js'
import { botStatements, SqlBots } from './configuration/bots.js'
import { configurationStatements, SqlConfiguration } from './configuration/configuration.js'
import { licenseStatements, SqlLicenses } from './configuration/licenses.js'
import { webhookStatements } from './configuration/webhook-statements.js'
import { SqlWebhooks } from './configuration/webhooks.js'
import { fileStatements, SqlFiles } from './files.js'
import { factStatements } from './nodes/fact-statements.js'
import { SqlFacts } from './nodes/facts.js'
import { idempotencyRecordStatements, SqlIdempotencyRecords } from './nodes/idempotency-records.js'
import { nodeStatements } from './nodes/node-statements.js'
import { SqlNodes } from './nodes/nodes.js'
import { rateCounterStatements, SqlRateCounters } from './nodes/rate-counters.js'
import { SqlOutbox } from './outbox/outbox.js'
import { outboxStatements } from './outbox/outbox-statements.js'
import { SqlRouting, SqlRoutingReads } from './routing/routing.js'
import { routingStatements } from './routing/routing-statements.js'
import type { SqlDialect } from './sql/dialect.js'
import type { SqlExecutor } from './sql/executor.js'
import { agentStatements } from './users/agent-statements.js'
import { SqlAgents } from './users/agents.js'
import { customerStatements, SqlCustomers } from './users/customers.js'

/** Creates the stores for one connection. */
export interface SqlStores {
  reads(db: SqlExecutor): StorageReads
  writes(db: SqlExecutor): StorageTransaction
}

/** Compiles all statements once. The stores it creates only bind parameters and decode rows. */
export function createSqlStores(dialect: SqlDialect): SqlStores {
  const statements = compileStatements(dialect)
  // Locks what a transaction makes tokens from until its end.
  const lockingApps = { ...statements.apps, get: statements.apps.getShared }
  const lockingTokens = { ...statements.tokens, get: statements.tokens.getShared }
  const shared = (db: SqlExecutor, configuration: SqlConfiguration) => ({
    configuration,
    licenses: new SqlLicenses(db, statements.licenses),
    agents: new SqlAgents(db, statements.agents),
    bots: new SqlBots(db, statements.bots),
    customers: new SqlCustomers(db, statements.customers),
    idempotencyRecords: new SqlIdempotencyRecords(db, statements.idempotencyRecords),
    codes: new SqlCodes(db, statements.codes),
    signIns: new SqlSignIns(db, statements.signIns),
    rateCounters: new SqlRateCounters(db, statements.rateCounters),
    archives: new SqlArchives(db, statements.archives),
    outbox: new SqlOutbox(db, statements.outbox),
    nodes: new SqlNodes(db, statements.nodes),
    facts: new SqlFacts(db, statements.facts),
    files: new SqlFiles(db, statements.files),
    secrets: new SqlSecrets(db, statements.secrets),
    webhooks: new SqlWebhooks(db, statements.webhooks, configuration),
  })
  return {
    reads: (db) => {
      const configuration = new SqlConfiguration(db, statements.configuration)
      return {
        ...shared(db, configuration),
        apps: new SqlApps(db, statements.apps, configuration),
        tokens: new SqlTokens(db, statements.tokens),
        chats: new SqlChatReads(db, statements.chats.reads),
        routing: new SqlRoutingReads(db, statements.routing),
      }
    },
    writes: (db) => {
      const chats = new SqlChats(db, statements.chats)
      const configuration = new SqlConfiguration(db, statements.configuration)
      return {
        ...shared(db, configuration),
        apps: new SqlApps(db, lockingApps, configuration),
        tokens: new SqlTokens(db, lockingTokens),
        chats,
        routing: new SqlRouting(db, statements.routing, chats),
      }
    },
  }
}

function compileStatements(dialect: SqlDialect) {
  return {
    licenses: licenseStatements(dialect),
    agents: agentStatements(dialect),
    bots: botStatements(dialect),
    customers: customerStatements(dialect),
    apps: appStatements(dialect),
    tokens: tokenStatements(dialect),
    idempotencyRecords: idempotencyRecordStatements(dialect),
    signIns: signInStatements(dialect),
    codes: codeStatements(dialect),
    rateCounters: rateCounterStatements(dialect),
    archives: archiveStatements(dialect),
    configuration: configurationStatements(dialect),
    outbox: outboxStatements(dialect),
    nodes: nodeStatements(dialect),
    facts: factStatements(dialect),
    files: fileStatements(dialect),
    secrets: secretStatements(dialect),
    routing: routingStatements(dialect),
    webhooks: webhookStatements(dialect),
    chats: {
      reads: chatReadStatements(dialect),
      writes: chatWriteStatements(dialect),
      events: eventStatements(dialect),
      sequences: sequenceStatements(dialect),
      scopes: scopeStatements(dialect),
      properties: propertyStatements(dialect),
      routing: routingRowStatements(dialect),
    },
  }
}
