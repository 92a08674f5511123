import type { StorageReads, StorageTransaction } from '@parley/core'
import { agentStatements, SqlAgents } from './agents.js'
import { answerStatements, SqlAnswers } from './answers.js'
import { appStatements, SqlApps } from './apps.js'
import { eventStatements } from './chat-events.js'
import { chatReadStatements } from './chat-read-statements.js'
import { SqlChatReads } from './chat-reads.js'
import { chatWriteStatements } from './chat-write-statements.js'
import { SqlChats } from './chat-writes.js'
import { customerStatements, SqlCustomers } from './customers.js'
import type { SqlDialect } from './dialect.js'
import type { SqlExecutor } from './executor.js'
import { licenseStatements, SqlLicenses } from './licenses.js'
import { SqlTokens, tokenStatements } from './tokens.js'

export interface SqlStores {
  reads(db: SqlExecutor): StorageReads
  writes(db: SqlExecutor): StorageTransaction
}

/** Compiles every statement once; the stores it then makes only bind and decode. */
export function createSqlStores(dialect: SqlDialect): SqlStores {
  const licenses = licenseStatements(dialect)
  const agents = agentStatements(dialect)
  const customers = customerStatements(dialect)
  const apps = appStatements(dialect)
  const tokens = tokenStatements(dialect)
  const answers = answerStatements(dialect)
  const chats = {
    reads: chatReadStatements(dialect),
    writes: chatWriteStatements(dialect),
    events: eventStatements(dialect),
  }
  const common = (db: SqlExecutor) => ({
    licenses: new SqlLicenses(db, licenses),
    agents: new SqlAgents(db, agents),
    customers: new SqlCustomers(db, customers),
    apps: new SqlApps(db, apps),
    tokens: new SqlTokens(db, tokens),
    answers: new SqlAnswers(db, answers),
  })
  return {
    reads: (db) => ({ ...common(db), chats: new SqlChatReads(db, chats.reads) }),
    writes: (db) => ({ ...common(db), chats: new SqlChats(db, chats) }),
  }
}
