import { randomUUID } from 'node:crypto'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { provideMysql } from '../../../scripts/mysql.js'

/** An empty database of a server that the test owns. */
export interface MysqlDatabase {
  readonly url: string
  readonly connection: Connection
  /** Deletes every row except those of the migrations. */
  empty(): Promise<void>
  drop(): Promise<void>
}

export async function createMysqlDatabase(): Promise<MysqlDatabase> {
  const server = await provideMysql()
  const name = `parley_test_${randomUUID().replaceAll('-', '')}`
  const connection = await createConnection({ uri: server.url, multipleStatements: true })
  await connection.query(`create database ${name}; use ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    connection,
    empty: () => emptyTables(connection),
    async drop() {
      await connection.query(`drop database ${name}`)
      await connection.end()
      await server.stop()
    },
  }
}

async function emptyTables(connection: Connection): Promise<void> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select table_name as name from information_schema.tables
      where table_schema = database() and table_name not like 'parley\\_%'`,
  )
  await connection.query(rows.map(({ name }) => `delete from \`${name}\``).join('; '))
}
