import type { Geolocation } from '../model/geolocation.js'

/**
 * The host's own look-up of where an address is (decisions §6.16); `undefined`: it is not known. It gets each address as
 * the connection has it, private and loopback ones too. At most one call at a time for an address. Nobody waits for it
 * longer than `timeouts.geolocateMs`, when `signal` is aborted; a rejection is logged and harms nobody.
 */
export type Geolocate = (
  ip: string,
  options: { readonly signal: AbortSignal },
) => Promise<Geolocation | undefined>
