import { honoHost } from '../../hosts/hono-host.js'
import { apiInHost } from './dimensions.js'

await apiInHost(honoHost)
