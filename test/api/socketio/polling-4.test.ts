import { allOverSocketIo } from './over.js'

await allOverSocketIo(4, 'polling')
