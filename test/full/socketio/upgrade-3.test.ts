import { chiefOverSocketIo } from '../../api/socketio/over.js'

await chiefOverSocketIo(3, 'upgrade')
