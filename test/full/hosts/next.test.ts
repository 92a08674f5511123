import { before } from 'node:test'
import { testHost } from '../../hosts/suite.js'
import { buildNextSite, nextHost } from './next-host.js'

before(buildNextSite)

testHost('Next.js', nextHost)
testHost('Next.js', nextHost, 'https://shop.example/support')
