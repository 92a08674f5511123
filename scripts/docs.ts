import { writeFileSync } from 'node:fs'
import { referencePages } from './reference-docs.js'

for (const [path, render] of Object.entries(referencePages)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), render())
  console.log(path)
}
