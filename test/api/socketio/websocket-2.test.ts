import { chiefOverSocketIo } from './over.js'

await chiefOverSocketIo(2, 'websocket')
