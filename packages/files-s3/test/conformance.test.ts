import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { testFiles } from '@parley/conformance'
import { s3Files } from '../src/index.js'
import { bucket, S3Server } from './s3-server.js'

const key = 'ab'.repeat(32)
let server: S3Server
let client: S3Client
let caseCount = 0

before(async () => {
  server = await S3Server.start()
  client = server.client()
})
after(() => {
  client.destroy()
  server.stop()
})

/** Returns the keys of objects and of incomplete uploads. */
function keysBelow(prefix: string): readonly string[] {
  const incomplete = [...server.uploads.values()].map((upload) => upload.key)
  return [...server.objects.keys(), ...incomplete].filter((one) => one.startsWith(prefix))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

testFiles({
  test,
  async factory() {
    caseCount += 1
    const prefix = `case-${caseCount}/`
    const files = () => s3Files({ client, bucket, prefix, redirects: true })
    return {
      files: files(),
      another: files,
      leftovers: async () => keysBelow(prefix),
      cleanup: async () => {},
    }
  },
  supports: { persistence: true, addresses: true },
})

test('all keys begin with the prefix', async () => {
  const files = s3Files({ client, bucket, prefix: 'chat/files/' })
  await files.put(key, once(Buffer.from('x')))
  assert.deepEqual(keysBelow('chat/'), [`chat/files/${key}`])
})

test('a long file that fails in a later part rejects with the cause, and leaves no part', async () => {
  const files = s3Files({ client, bucket, prefix: 'failing/' })
  const failing = async function* () {
    for (let n = 0; n < 20; n += 1) yield Buffer.alloc(524_288)
    throw new Error('the source failed')
  }
  await assert.rejects(files.put(key, failing()), /the source failed/)
  assert.equal(await files.size(key), undefined)
  assert.deepEqual(keysBelow('failing/'), [])
})

test('remove aborts uploads that a crash has left of a file, and no others', async () => {
  const [Bucket, other] = [bucket, 'cd'.repeat(32)]
  for (const Key of [`crash/${key}`, `crash/${other}`]) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }))
  }
  await s3Files({ client, bucket, prefix: 'crash/' }).remove(key)
  assert.deepEqual(keysBelow('crash/'), [`crash/${other}`])
})

test('a wrong secret rejects, and does not look like an absent file', async () => {
  const stranger = server.client('another secret')
  const files = s3Files({ client: stranger, bucket })
  const read = async () => {
    for await (const _ of files.read(key, { start: 0, end: 1 }));
  }
  await assert.rejects(files.put(key, once(Buffer.from('x'))))
  for (const refused of [files.size(key), files.remove(key), read()]) await assert.rejects(refused)
  await assert.rejects(async () => files.ping?.())
  assert.equal(server.objects.has(key), false)
  stranger.destroy()
})

test('presign exists only with redirects, and its URLs expire after the given time', async () => {
  assert.equal(s3Files({ client, bucket }).presign, undefined)
  const files = s3Files({ client, bucket, prefix: 'signed/', redirects: true })
  await files.put(key, once(Buffer.from('x')))
  assert.ok(files.presign)
  const options = { lifetimeSeconds: 7, contentType: 'text/plain', contentDisposition: 'attachment' }
  const address = await files.presign(key, options)
  assert.equal(new URL(address).searchParams.get('X-Amz-Expires'), '7')
  assert.equal((await fetch(address)).status, 200)
  server.advance(8_000)
  assert.equal((await fetch(address)).status, 403)
})

test('a bucket must have a name', () => {
  assert.throws(() => s3Files({ client, bucket: '' }), TypeError)
})

test('check rejects when the store refuses the bucket or credentials, not when it is unreachable', async () => {
  await s3Files({ client, bucket }).check?.()
  await assert.rejects(s3Files({ client, bucket: 'another' }).check?.() ?? Promise.resolve(), {
    message:
      's3Files cannot use the bucket another: NoSuchBucket; check its name, its region, and the permissions of the credentials',
  })
  const stranger = server.client('another secret')
  await assert.rejects(
    s3Files({ client: stranger, bucket }).check?.() ?? Promise.resolve(),
    /cannot use the bucket/,
  )
  stranger.destroy()
  const credentials = { accessKeyId: 'x', secretAccessKey: 'y' }
  const away = new S3Client({ region: 'x', endpoint: 'http://127.0.0.1:1', maxAttempts: 1, credentials })
  await s3Files({ client: away, bucket }).check?.()
  away.destroy()
})
