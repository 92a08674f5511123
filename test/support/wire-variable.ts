/** Chooses the wire of a whole process: to be set before anything that connects is imported. */
export const wireVariable = 'PARLEY_TEST_WIRE'
