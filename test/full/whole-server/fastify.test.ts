import { fastifyHost } from '../hosts/fastify-hosts.js'
import { testInHost } from './whole-server.js'

testInHost('Fastify', { host: fastifyHost, storage: 'memory', socketIo: [4] })
