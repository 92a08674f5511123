import ipaddr from 'ipaddr.js'

export type Address = ReturnType<typeof ipaddr.parse>
/** An address and how many of its leading bits count. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>
/** How far proxies are trusted: so many of them, or those in these networks. */
export type TrustedProxies = number | readonly AddressRange[]

/** IPv4 in four decimal parts, or IPv6; an IPv4 address that is mapped to IPv6 as IPv4. `undefined` for anything else. */
export function parseAddress(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text) : undefined
}

const mappedPrefixBits = 96

/**
 * `10.0.0.0/8`, `2001:db8::/32`, or an address alone; a network of IPv4 addresses that are mapped to IPv6 as IPv4, which
 * is what {@link parseAddress} makes of them. `undefined` for anything else.
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

export function isWithin(address: Address, range: AddressRange): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

/** What is given out of IPv6 to be reached from everywhere. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether it is an address of the public internet: of no loopback, private, link-local, multicast or otherwise special
 * network, nor one that leads to such an address of IPv4. What is no address is not.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined || address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}

const networkPartCount = 4
const mappedPrefix = '::ffff:'
/** As the operating system writes it, which parsing it would not change. */
const writtenIpv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * What is counted by address: an IPv4 address, also one that is mapped to IPv6, or the /64 network of an IPv6
 * address, of which one user has all. What is no address stands for itself.
 */
export function networkOf(text: string): string {
  const unmapped = text.startsWith(mappedPrefix) ? text.slice(mappedPrefix.length) : text
  if (writtenIpv4.test(unmapped)) return unmapped
  const address = parseAddress(text)
  if (address === undefined) return text
  if (!('parts' in address)) return address.toString()
  const parts = address.parts.slice(0, networkPartCount).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
