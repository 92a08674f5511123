import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { play } from './reference/scenes/play.js'
import { generatedFolders, referenceFiles } from './reference-docs.js'

const root = new URL('../', import.meta.url)
const files = referenceFiles(await play('http'))
for (const folder of generatedFolders) rmSync(new URL(folder, root), { recursive: true, force: true })
for (const [path, content] of files) {
  const address = new URL(path, root)
  mkdirSync(new URL('.', address), { recursive: true })
  writeFileSync(address, content)
}
console.log(`${files.size} files`)
