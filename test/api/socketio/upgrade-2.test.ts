import { allOverSocketIo } from './over.js'

await allOverSocketIo(2, 'upgrade')
