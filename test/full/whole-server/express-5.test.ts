import { express5Host } from '../../hosts/express-hosts.js'
import { testInHost } from './whole-server.js'

testInHost('Express 5', { host: express5Host, storage: 'PostgreSQL', socketIo: [3] })
