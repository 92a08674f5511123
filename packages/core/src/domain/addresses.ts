import ipaddr from 'ipaddr.js'

/** A parsed IPv4 or IPv6 address. */
export type Address = ReturnType<typeof ipaddr.parse>
/** A network address, and how many of its leading bits count. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>
/** The proxies that are trusted: a number of hops, or every proxy in these networks. */
export type TrustedProxies = number | readonly AddressRange[]

/**
 * Parses an IPv4 address in four decimal parts, or an IPv6 address. Returns an IPv4-mapped IPv6 address as IPv4, and
 * `undefined` for any other text.
 */
export function parseAddress(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text) : undefined
}

const mappedPrefixBits = 96

/**
 * Parses a network such as `10.0.0.0/8` or `2001:db8::/32`, or a single address. Turns a network of IPv4-mapped IPv6
 * addresses into an IPv4 network, as {@link parseAddress} does with addresses. Returns `undefined` for any other text.
 */
export function parseRange(text: string): AddressRange | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text)
    if (!('parts' in address) || !address.isIPv4MappedAddress()) return [address, bits]
    return bits < mappedPrefixBits ? undefined : [address.toIPv4Address(), bits - mappedPrefixBits]
  }
  const address = parseAddress(text)
  return address && [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Returns whether the address belongs to the network. An IPv4 address is never in an IPv6 network, nor the reverse. */
export function isWithin(address: Address, range: AddressRange): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

/** The IPv6 addresses that are assigned for global unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether the text is an address of the public internet. False for loopback, private, link-local, multicast and
 * other special networks, for IPv6 addresses that embed an IPv4 address of such a network, and for text that is not an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined || address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}

const networkPartCount = 4
const mappedPrefix = '::ffff:'
/** An IPv4 address as the operating system writes it, which parsing would leave unchanged. */
const writtenIpv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Returns the key by which addresses are counted: an IPv4 address (also when mapped to IPv6), or the /64 network of an
 * IPv6 address, because one user usually has a whole /64. Text that is not an address is returned unchanged.
 */
export function getNetwork(text: string): string {
  const unmapped = text.startsWith(mappedPrefix) ? text.slice(mappedPrefix.length) : text
  if (writtenIpv4.test(unmapped)) return unmapped
  const address = parseAddress(text)
  if (address === undefined) return text
  if (!('parts' in address)) return address.toString()
  const parts = address.parts.slice(0, networkPartCount).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
