import { expressHosts, parsingExpressHosts } from './express-hosts.js'
import { nodeHosts } from './node-hosts.js'
import { testHosts } from './suite.js'

testHosts({ ...nodeHosts, ...expressHosts }, parsingExpressHosts)
