import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { LostTime } from '../../../test/faults/lost-time.js'

// Run as a process of its own: how many milliseconds it takes from the imports to the answer of the first request.
const watched = new LostTime().watch()
const parley = await createParley({ storage: memoryStorage() })
const { id: licenseId } = await parley.admin.licenses.create({ name: 'My shop' })
const { id: customerId } = await parley.admin.customers.create({ licenseId, name: 'Ann' })
const { chat } = await parley.as({ customerId }).startChat()
const { ownMs } = watched()
await parley.close()
console.log(JSON.stringify({ chatId: chat.id, ownMs }))
