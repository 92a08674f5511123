import { chiefOverSocketIo } from './over.js'

await chiefOverSocketIo(2, 'polling')
