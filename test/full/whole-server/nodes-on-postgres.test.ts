import { nodeHttp } from '../../hosts/node-hosts.js'
import { testWholeServer } from './whole-server.js'

testWholeServer('one address of three nodes, on PostgreSQL alone', {
  ...{ host: nodeHttp, storage: 'PostgreSQL', busKind: 'PostgreSQL', socketIo: [2] },
})
