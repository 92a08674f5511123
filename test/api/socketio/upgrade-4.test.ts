import { chiefOverSocketIo } from './over.js'

await chiefOverSocketIo(4, 'upgrade')
