import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

/** Bundles `@parley/client/sign-in` into one file for the browser at each start, so that no build step is needed. */
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
