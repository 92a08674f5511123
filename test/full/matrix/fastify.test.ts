import { apiInHost } from '../../api/matrix/dimensions.js'
import { fastifyHost } from '../hosts/fastify-hosts.js'

await apiInHost(fastifyHost)
