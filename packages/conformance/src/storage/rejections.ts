import assert from 'node:assert/strict'

/** The promise rejects with a `StorageError` of that code; told by name, so that any copy of the class will do. */
export async function rejectsWithCode(promise: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'StorageError')
    assert.equal('code' in error ? error.code : undefined, code)
    return true
  })
}
