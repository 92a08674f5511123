import { testHosts } from '../../hosts/suite.js'
import { fastifyHosts, parsingFastifyHosts } from './fastify-hosts.js'
import { koaHosts, parsingKoaHosts } from './koa-hosts.js'
import { nestHosts, parsingNestHosts } from './nest-hosts.js'

testHosts(
  { ...fastifyHosts, ...koaHosts, ...nestHosts },
  { ...parsingFastifyHosts, ...parsingKoaHosts, ...parsingNestHosts },
)
