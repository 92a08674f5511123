import { nodeHttp } from '../../hosts/node-hosts.js'
import { apiInHost } from './dimensions.js'

await apiInHost(nodeHttp)
