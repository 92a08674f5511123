import { pushesOverSocketIo } from './over.js'

await pushesOverSocketIo(4, 'polling')
