import { allOverSocketIo } from '../../api/socketio/over.js'

await allOverSocketIo(2, 'upgrade')
