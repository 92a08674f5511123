import { boundedString } from '../limits.js'

/** An id in a request. */
export const id = () => boundedString('idLength', 1)
