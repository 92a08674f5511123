import { sessionsOverSocketIo } from './over.js'

await sessionsOverSocketIo(2, 'upgrade')
