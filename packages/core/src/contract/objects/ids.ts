import { boundedString } from '../limits.js'

/** An id in a request; of what, where the name of the field does not tell. */
export const id = (description?: string) => boundedString('idLength', 1, description)
