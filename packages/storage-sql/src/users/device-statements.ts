import type { Device } from '@parley/core/ports'
import type { PutDevice } from '@parley/core/storage'
import { sql } from 'kysely'
import { flag, integer, oneOf, text, textOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row } from '../sql/executor.js'
import { encodeRows, type RowsParams } from '../sql/insert-rows.js'
import { rowCount, statement } from '../sql/statement.js'
import { onlineForever } from './agent-rows.js'

type PutParams = RowsParams & { readonly keeps_choice: boolean }
type SurplusParams = { agent_id: string; token: string; other_count: number }

const deviceColumns = {
  token: 'text',
  agent_id: 'text',
  platform: 'text',
  is_enabled: 'boolean',
  application_name: 'text',
  application_version: 'text',
  put_at: 'integer',
} as const

const names = Object.keys(deviceColumns).map((name) => sql.ref(name))

export function decodeDevice(row: Row): Device {
  return {
    agentId: text(row, 'agent_id'),
    token: text(row, 'token'),
    platform: oneOf(row, 'platform', ['ios', 'android', 'web']),
    isEnabled: flag(row, 'is_enabled'),
    applicationName: textOrNull(row, 'application_name'),
    applicationVersion: textOrNull(row, 'application_version'),
    putAt: integer(row, 'put_at'),
  }
}

export function encodeDevice(device: PutDevice): PutParams {
  const { isEnabled } = device
  const row = {
    token: device.token,
    agent_id: device.agentId,
    platform: device.platform,
    is_enabled: isEnabled === 'keep' ? true : isEnabled,
    application_name: device.applicationName,
    application_version: device.applicationVersion,
    put_at: device.putAt,
  }
  return { ...encodeRows<typeof deviceColumns>([row]), keeps_choice: isEnabled === 'keep' }
}

export function deviceStatements(dialect: SqlDialect) {
  return {
    putDevice: putStatement(dialect),
    removeSurplusDevices: surplusStatement(dialect),
    listDevices: statement<{ id: string }>(dialect, 'agents.listDevices', (db, param) =>
      db
        .selectFrom('devices')
        .selectAll()
        .where('agent_id', '=', param('id'))
        .orderBy('put_at', 'desc')
        .orderBy('token'),
    ),
    listDevicesToNotify: statement<{ ids: readonly string[] }>(
      dialect,
      'agents.listDevicesToNotify',
      (db, param) =>
        db
          .selectFrom('devices')
          .innerJoin('agents', 'agents.id', 'devices.agent_id')
          .selectAll('devices')
          .where((row) => dialect.isOneOf(row.ref('devices.agent_id'), param('ids')))
          .where('devices.is_enabled', '=', sql.lit(true))
          .where('agents.online_until', '!=', sql.lit(onlineForever))
          .orderBy('devices.agent_id')
          .orderBy('devices.put_at', 'desc')
          .orderBy('devices.token'),
    ),
    removeDevice: statement<{ agent_id: string; token: string }>(
      dialect,
      'agents.removeDevice',
      (db, param) =>
        db
          .deleteFrom('devices')
          .where('token', '=', param('token'))
          .where('agent_id', '=', param('agent_id')),
    ),
    removeDevices: statement<{ id: string }>(dialect, 'agents.removeDevices', (db, param) =>
      db.deleteFrom('devices').where('agent_id', '=', param('id')),
    ),
  }
}

/**
 * Returns the statement that stores a device. It locks the agent, so that an agent who is being removed gets no device.
 */
function putStatement(dialect: SqlDialect) {
  return statement<PutParams>(dialect, 'agents.putDevice', (db, param) => {
    const isOwn = sql`devices.agent_id = excluded.agent_id`
    const kept = (name: string) => {
      const [own, given] = [sql.ref(`devices.${name}`), sql.ref(`excluded.${name}`)]
      return sql`${sql.ref(name)} = case when ${isOwn} then coalesce(${given}, ${own}) else ${given} end`
    }
    const put = sql`insert into devices (${sql.join(names)})
      select ${sql.join(Object.keys(deviceColumns).map((name) => sql.ref(`given.${name}`)))}
      from (${dialect.selectFromJson(deviceColumns, param('rows'))}) as given
      inner join agents on agents.id = given.agent_id
      where agents.removed_at is null ${dialect.lockClause}
      on conflict (token) do update set agent_id = excluded.agent_id, platform = excluded.platform,
        is_enabled = case when ${isOwn} and cast(${param('keeps_choice')} as boolean)
          then devices.is_enabled else excluded.is_enabled end,
        ${kept('application_name')}, ${kept('application_version')}, put_at = excluded.put_at`
    return { compile: () => put.compile(db) }
  })
}

/** Returns the statement that removes all devices except the given one and the `other_count` most recent others. */
function surplusStatement(dialect: SqlDialect) {
  return statement<SurplusParams>(dialect, 'agents.removeSurplusDevices', (db, param) => {
    const kept = db
      .selectFrom('devices as kept')
      .where('kept.agent_id', '=', param('agent_id'))
      .where('kept.token', '!=', param('token'))
      .orderBy('kept.put_at', 'desc')
      .orderBy('kept.token')
      .limit(rowCount(param('other_count')))
      .select('kept.token')
    return db
      .deleteFrom('devices')
      .where('agent_id', '=', param('agent_id'))
      .where('token', '!=', param('token'))
      .where('token', 'not in', kept)
  })
}
