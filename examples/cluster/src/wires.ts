import { io } from 'socket.io-client'
import { WebSocket } from 'ws'

/** A single real-time connection. It does not reconnect: a new one has to be opened. */
export interface Wire {
  send(message: object): void
  close(): void
}

export interface WireListener {
  opened(): void
  received(message: unknown): void
  /** Called once, even when the connection never opened. */
  ended(): void
}

export type Dial = (listener: WireListener) => Wire

export function overWebSocket(url: string): Dial {
  return (listener) => {
    const socket = new WebSocket(url)
    socket.on('open', () => listener.opened())
    socket.on('message', (data) => listener.received(JSON.parse(String(data))))
    // Errors are ignored, because the event 'close' follows.
    socket.on('error', () => {})
    socket.on('close', () => listener.ended())
    return { send: (message) => socket.send(JSON.stringify(message)), close: () => socket.close() }
  }
}

/** Opens Socket.IO connections, which start with polling and upgrade to a websocket. */
export function overSocketIo(origin: string, path: string, query: Record<string, string>): Dial {
  return (listener) => {
    const socket = io(origin, { path, query, reconnection: false, forceNew: true })
    socket.on('connect', () => listener.opened())
    socket.on('message', (message) => listener.received(message))
    socket.on('connect_error', () => listener.ended())
    socket.on('disconnect', () => listener.ended())
    return { send: (message) => socket.emit('message', message), close: () => socket.close() }
  }
}
