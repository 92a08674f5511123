import { pushesOverSocketIo } from './over.js'

await pushesOverSocketIo(2, 'upgrade')
