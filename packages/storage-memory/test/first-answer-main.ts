import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { LostTime } from '../../../test/faults/lost-time.js'

// Runs as a separate process. Prints the time from the imports to the response to the first request, in milliseconds.
const watched = new LostTime().watch()
const parley = await createParley({ storage: memoryStorage() })
const { id: licenseId } = await parley.admin.licenses.create({ name: 'My shop' })
const { id: customerId } = await parley.admin.customers.create({ licenseId, name: 'Ann' })
const { chat } = await parley.as({ customerId }).startChat()
const { ownMs } = watched()
await parley.close()
console.log(JSON.stringify({ chatId: chat.id, ownMs }))
