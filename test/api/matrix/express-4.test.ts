import { express4Host } from '../../hosts/express-hosts.js'
import { apiInHost } from './dimensions.js'

await apiInHost(express4Host)
