import { chiefOverSocketIo } from './over.js'

await chiefOverSocketIo(3, 'websocket')
