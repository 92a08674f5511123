import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { within } from '../../support/deadline.js'
import { npm, repository, type Tarball } from './tarballs.js'

/** An entry of `package-lock.json` for a folder in `node_modules`. */
interface Locked {
  readonly link?: true
  readonly version?: string
}

export interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

const tsc = join(repository, 'node_modules/typescript/bin/tsc')

/** A user's project that contains only what was installed. */
export class EmptyProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-installed-'))

  /**
   * Installs the tarballs, their dependencies, and `others` in the versions of this repository, from the registry or
   * npm's cache.
   */
  async install(tarballs: readonly Tarball[], others: readonly string[]): Promise<void> {
    const locked = readLocked()
    const versions = others.map((name) => [name, locked[`node_modules/${name}`]?.version])
    const dependencies = {
      ...Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`])),
      ...Object.fromEntries(versions),
    }
    const manifest = { name: 'empty-project', version: '1.0.0', private: true, type: 'module' }
    this.write('package.json', JSON.stringify({ ...manifest, dependencies }))
    const packages = { '': manifest, ...withoutOwn(locked) }
    this.write('package-lock.json', JSON.stringify({ ...manifest, lockfileVersion: 3, packages }))
    await npm(this.folder, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund')
    // The native module was compiled when this repository was installed.
    const built = 'node_modules/better-sqlite3/build'
    cpSync(join(repository, built), join(this.folder, built), { recursive: true })
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  /**
   * Compiles the files strictly, including the declarations of installed packages. Returns the output of the compiler.
   */
  async compile(files: readonly string[], lib: readonly string[]): Promise<string> {
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ module: 'nodenext', target: 'es2023', noEmit: true, lib, types: ['node'] },
    }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
    const command = promisify(execFile)(process.execPath, [tsc, '-p', this.folder])
    return command.then(
      () => '',
      ({ stdout, message }) => `${message}\n${stdout}`,
    )
  }

  /**
   * Runs a module in the project's folder. A module that waits for SIGTERM gets it after it has printed the expected
   * number of lines.
   */
  async run(path: string, env: Readonly<Record<string, string>>, lineCount: number): Promise<Outcome> {
    const file = join(this.folder, path)
    const waits = readFileSync(file, 'utf8').includes("once('SIGTERM'")
    // Otherwise a program with its own tests would count itself as part of this test.
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
    const child = spawn(process.execPath, [file], {
      cwd: dirname(file),
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (waits && output.split('\n').length > lineCount) child.kill()
    })
    const [code] = await within(once(child, 'close'), () => `${path}; it printed ${output}${errors}`, 60_000)
    return { code, output, errors }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function readLocked(): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')).packages
}

/**
 * Returns the installed packages of this repository without its own, at the paths where an installed package looks for
 * them.
 */
function withoutOwn(locked: Readonly<Record<string, Locked>>): Readonly<Record<string, Locked>> {
  const ofOthers = Object.entries(locked)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, entry]) => [place.replace(/^packages\//, 'node_modules/@parley/'), entry])
  return Object.fromEntries(ofOthers)
}
