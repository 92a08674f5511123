import { credentials, region, S3Server } from '../../../packages/files-s3/test/s3-server.js'
import { createMysqlDatabase } from '../../../packages/storage-mysql/test/mysql-database.js'
import { noMysql } from '../../../scripts/mysql.js'
import { createMigratedDatabase, postgresUrl } from '../../support/postgres.js'
import { noRedis, requireRedisUrl } from '../../support/redis.js'

/** Environment variables for the programs of the packages, and a function that stops the services. */
export interface Services {
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Returns the reason why the program of a package cannot run on this machine, or `false` when it can. */
export function missingFor(folder: string): string | false {
  if (folder === 'storage-mysql') return noMysql
  const needsRedis = folder === 'bus-redis'
  const needsPostgres = needsRedis || folder === 'storage-postgres'
  if (needsPostgres && postgresUrl === undefined) return 'PARLEY_TEST_POSTGRES is not set'
  return needsRedis && noRedis
}

export async function startServices(): Promise<Services> {
  const database = postgresUrl === undefined ? undefined : await createMigratedDatabase()
  const mysql = noMysql ? undefined : await createMysqlDatabase()
  const s3 = await S3Server.start()
  return {
    env: {
      PORT: '0',
      ...(database && { DATABASE_URL: database.connectionString }),
      ...(mysql && { MYSQL_URL: mysql.url }),
      ...(!noRedis && { REDIS_URL: requireRedisUrl() }),
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async stop() {
      s3.stop()
      await database?.drop()
      await mysql?.drop()
    },
  }
}
