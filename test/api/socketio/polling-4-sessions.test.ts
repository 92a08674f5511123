import { sessionsOverSocketIo } from './over.js'

await sessionsOverSocketIo(4, 'polling')
