import { attachRtm, parleyRouter } from '@parley/adapter-express'
import { createParley } from '@parley/core'
import { sqliteStorage } from '@parley/storage-sqlite'
import express from 'express'

const parley = await createParley({
  storage: sqliteStorage({ filename: ':memory:' }),
  baseUrl: 'https://shop.example/support',
})

const app = express()
app.use(express.json(), express.urlencoded({ extended: true }))
app.use('/support', parleyRouter(parley))
app.get('/', (request, response) => response.send('The rest of my site'))

const server = app.listen(Number(process.env.PORT ?? 8080))
attachRtm(server, parley)

process.once('SIGTERM', async () => {
  server.close()
  await parley.close()
})
