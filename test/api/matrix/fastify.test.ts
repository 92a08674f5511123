import { apiInHost } from './dimensions.js'

await apiInHost('Fastify')
