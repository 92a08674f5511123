import { express4Host } from '../../hosts/express-hosts.js'
import { testInHost } from './whole-server.js'

testInHost('Express 4', { host: express4Host, storage: 'SQLite', socketIo: [2] })
