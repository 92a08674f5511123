import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dealOut } from '../../scripts/testing/shares.js'

const path = (folder: string, index: number) => `${folder}/file-${String(index).padStart(2, '0')}.test.ts`
const filesIn = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => path(folder, index))

test('every file is in exactly one share', () => {
  const files = [
    ...filesIn('packages/core/src/domain', 7),
    ...filesIn('test/api', 9),
    ...filesIn('test/api/matrix', 2),
    ...filesIn('test/spec', 3),
  ]
  const dealt = dealOut(files, 3).flatMap(({ files: dealtFiles }) => dealtFiles)
  assert.deepEqual(dealt.toSorted(), files.toSorted())
})

test('unit tests share as many processes as run at the same time, and leave nothing behind', () => {
  const shares = dealOut(filesIn('packages/core/src/domain', 7), 3)
  assert.deepEqual(
    shares.map(({ files }) => files.length),
    [3, 2, 2],
  )
  assert.ok(shares.every(({ leavesNothing }) => leavesNothing))
})

test('at most four neighbours share a process, and folders never mix', () => {
  const shares = dealOut([...filesIn('test/api', 9), ...filesIn('test/oauth', 2)], 2)
  for (const { files } of shares) {
    assert.ok(files.length <= 4)
    assert.equal(new Set(files.map((file) => file.split('/')[1])).size, 1)
  }
})

test('a file that changes its process has one of its own', () => {
  const files = [...filesIn('test/api/matrix', 2), ...filesIn('test/spec', 2)]
  assert.ok(dealOut(files, 2).every(({ files: dealtFiles }) => dealtFiles.length === 1))
})
