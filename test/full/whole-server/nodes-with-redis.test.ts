import { nodeHttp } from '../../hosts/node-hosts.js'
import { noRedis } from '../../support/redis.js'
import { testWholeServer } from './whole-server.js'

testWholeServer('one address of three nodes, with Redis', {
  ...{ host: nodeHttp, storage: 'SQLite', busKind: 'Redis', skip: noRedis, socketIo: [4] },
})
