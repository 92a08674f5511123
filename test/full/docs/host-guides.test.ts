import { fileURLToPath } from 'node:url'
import { fullHosts, testHostGuides } from '../../docs/host-guides.js'

testHostGuides(fileURLToPath(new URL('.', import.meta.url)), fullHosts)
