/** Event that a server emits with request and response, for a request that it does not pass on to its listeners. */
export const requestEvent = 'parley:request'
/** Event that a server emits with the socket, for an upgrade that it does not pass on to its listeners. */
export const upgradeEvent = 'parley:upgrade'
