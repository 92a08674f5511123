import { postgresStorage } from '@parley/storage-postgres'

const [, , connectionString = ''] = process.argv
const storage = postgresStorage({ connectionString })
await storage.open()
await storage.close()
