import { express5Host } from '../../hosts/express-hosts.js'
import { apiInHost } from './dimensions.js'

await apiInHost(express5Host)
