import { type Bus, linkedBus, systemClock } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { sqlStorage } from '@parley/storage-sql'
import { appendCommands } from './append-batch.js'
import { connectNotify } from './bus/notify-link.js'
import { postgresDialect } from './postgres-dialect.js'
import { PostgresDriver } from './postgres-driver.js'
import {
  openBusPool,
  type PostgresStorageOptions,
  requireBusConnection,
  validatePostgresOptions,
  waitingBytes,
} from './postgres-options.js'

/** Creates a storage in PostgreSQL 15 or newer, shared by any number of nodes. It connects in `open()`. */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  validatePostgresOptions(options)
  const frozen = Object.freeze({ ...options })
  const driver = new PostgresDriver(frozen)
  return sqlStorage({
    dialect: postgresDialect,
    driver,
    appendEvents: appendCommands,
    createBus: <Message>(onError: (cause: unknown) => void): Bus<Message> => {
      requireBusConnection(frozen)
      driver.hasBus = true
      const connect = connectNotify(() => openBusPool(frozen))
      return linkedBus<Message>({ connect, clock: systemClock, onError, waitingBytes })
    },
  })
}
