import { nodeHttp } from '../../hosts/node-hosts.js'
import { testInHost } from './whole-server.js'

testInHost('node:http', { host: nodeHttp, storage: 'memory', socketIo: [2, 3, 4] })
