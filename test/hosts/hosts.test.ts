import { expressHosts, parsingExpressHosts } from './express-hosts.js'
import { fastifyHosts, parsingFastifyHosts } from './fastify-hosts.js'
import { koaHosts, parsingKoaHosts } from './koa-hosts.js'
import { nestHosts, parsingNestHosts } from './nest-hosts.js'
import { nodeHosts } from './node-hosts.js'
import { testHost } from './suite.js'

const subPath = 'https://shop.example/support'
const plain = { ...nodeHosts, ...expressHosts, ...fastifyHosts, ...koaHosts, ...nestHosts }
const parsing = { ...parsingExpressHosts, ...parsingFastifyHosts, ...parsingKoaHosts, ...parsingNestHosts }

for (const [name, host] of Object.entries(plain)) testHost(name, host)
for (const [name, host] of Object.entries({ ...plain, ...parsing })) testHost(name, host, subPath)
