import assert from 'node:assert/strict'

/**
 * Asserts that the promise rejects with a `StorageError` of the given code. Compares the error's name, so that another
 * copy of the class passes too.
 */
export async function rejectsWithCode(promise: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'StorageError')
    assert.equal('code' in error ? error.code : undefined, code)
    return true
  })
}
