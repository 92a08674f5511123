import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentDisposition } from './content-disposition.js'

test('Content-Disposition has an ASCII name and the full name', () => {
  assert.equal(
    contentDisposition('attachment', 'report 1.pdf'),
    `attachment; filename="report 1.pdf"; filename*=UTF-8''report%201.pdf`,
  )
  assert.equal(
    contentDisposition('inline', 'Ö€.png'),
    `inline; filename="__.png"; filename*=UTF-8''%C3%96%E2%82%AC.png`,
  )
})

test('a file name cannot close the quotes, escape characters or add a header line', () => {
  const header = contentDisposition('attachment', `a"b\\c%41\r\nX: y';*().txt`)
  assert.equal(
    header,
    `attachment; filename="a_b_c_41__X: y';*().txt"; filename*=UTF-8''a%22b%5Cc%2541%0D%0AX%3A%20y%27%3B%2A%28%29.txt`,
  )
})

test('a character outside the basic plane is replaced by one underscore', () => {
  assert.match(contentDisposition('attachment', '😀'), /filename="_"/)
})
