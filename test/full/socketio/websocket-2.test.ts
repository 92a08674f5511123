import { chiefOverSocketIo } from '../../api/socketio/over.js'

await chiefOverSocketIo(2, 'websocket')
