/** Emitted by a server for a request that it does not pass on to its listeners, with request and response. */
export const requestTaken = 'parley:request'
/** The same for an upgrade, with the socket. */
export const upgradeTaken = 'parley:upgrade'
