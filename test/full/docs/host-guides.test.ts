import { fullHosts, testHostGuides } from '../../docs/host-guides.js'

testHostGuides(fullHosts, { imports: 'full' })
