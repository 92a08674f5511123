import { before } from 'node:test'
import { buildNextSite, nextHost } from './next-host.js'
import { testHost } from './suite.js'

before(buildNextSite)

testHost('Next.js', nextHost)
testHost('Next.js', nextHost, 'https://shop.example/support')
