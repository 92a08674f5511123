import { openSqlite } from '../support/sqlite-file.js'

// Another program that uses the database file. It takes the lock that it is asked to take, and releases it.
const [, , filename = ''] = process.argv
const database = await openSqlite(filename, 60_000)
process.on('message', (statements: readonly string[]) => {
  for (const statement of statements) database.exec(statement)
  process.send?.('done')
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
