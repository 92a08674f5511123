import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hostility } from './hostile-destinations.js'

// Hostile webhook destinations in a process of their own, so that the memory they use does not count as the engine's.
const drips: RequestListener = (_, response) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write('a'), 500)
  response.on('close', () => clearInterval(drip))
}

const gigabyte = 1_073_741_824
const piece = Buffer.alloc(65_536)

const floods: RequestListener = (_, response) => {
  let left = gigabyte
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return response.once('drain', write)
    }
    return response.end()
  }
  write()
}

const listeners: { readonly [H in Hostility]: RequestListener } = {
  hangs: () => undefined,
  drips,
  floods,
  closes: (request) => request.socket.destroy(),
}

const hostilities: readonly Hostility[] = JSON.parse(process.argv[2] ?? '')
const servers = hostilities.map((hostility) => createServer(listeners[hostility]))
process.on('disconnect', () => process.exit())
process.send?.(await Promise.all(servers.map(listen)))

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return portOf(server.address())
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('a destination has no port')
  return address.port
}
