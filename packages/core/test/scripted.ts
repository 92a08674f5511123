/**
 * A port with only the methods that a test scripts. Every other method throws, so that a test cannot
 * pass on an answer that nobody wrote.
 */
export function scripted<Port extends object>(part: Partial<Port>): Port {
  return Object.setPrototypeOf({ ...part }, new Proxy({}, { get: unscripted }))
}

function unscripted(_target: object, name: string | symbol): undefined {
  // Awaiting a value asks for `then`, and printing one for symbols.
  if (name === 'then' || typeof name === 'symbol') return undefined
  throw new Error(`${name} is not scripted`)
}
