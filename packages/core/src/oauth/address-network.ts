import { isIPv6, SocketAddress } from 'node:net'

const mappedPrefix = '::ffff:'
const networkGroupCount = 4

/**
 * What sign-ins are counted by: an IPv4 address, also one that is mapped to IPv6, or the /64 network of an IPv6
 * address, of which one user has all. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // In the shortest form, whichever way it was written.
  const { address: shortest } = new SocketAddress({ address: bare, family: 'ipv6' })
  if (shortest.startsWith(mappedPrefix) && shortest.includes('.')) return shortest.slice(mappedPrefix.length)
  return `${groupsOf(shortest).slice(0, networkGroupCount).join(':')}::/64`
}

function groupsOf(shortest: string): string[] {
  const [head = '', tail] = shortest.split('::')
  const before = head === '' ? [] : head.split(':')
  // What `::` stands for reaches past the network, or is followed by what is left of it.
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  // A dotted end stands for two groups.
  const missingCount = 8 - before.length - after.length - (tail.includes('.') ? 1 : 0)
  return [...before, ...Array.from({ length: missingCount }, () => '0'), ...after]
}
