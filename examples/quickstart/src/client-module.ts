import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

/** `@parley/client/sign-in` as one file for the browser, made at each start: nobody has to build anything first. */
export async function bundleClientModule(): Promise<Buffer> {
  const entry = fileURLToPath(import.meta.resolve('@parley/client/sign-in'))
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    })
    return Buffer.from(outputFiles[0]?.contents ?? [])
  } finally {
    await stop()
  }
}
