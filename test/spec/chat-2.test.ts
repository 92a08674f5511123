import { proveShare } from './share.js'

await proveShare(2)
