import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

/**
 * Compares the public API of each built package with its checked-in report in `docs/api`. Prints the reports that
 * changed and exits with 1 when there is one. With `--write` it writes the reports instead.
 *
 * The schemas of `@parley/core/contract` have no report: the OpenAPI and AsyncAPI documents already pin them.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const reports = join(root, 'docs/api')
const unreported = new Set(['core/contract'])

const isWriting = process.argv.includes('--write')
if (isWriting) rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const written = new Set<string>()
const changed = readdirSync(join(root, 'packages')).flatMap(changedReports)
const obsolete = readdirSync(reports).filter((name) => name.endsWith('.api.md') && !written.has(name))

for (const name of [...changed, ...obsolete]) console.error(`docs/api/${name} is out of date`)
if (changed.length + obsolete.length > 0) {
  console.error('Review the change of the public API, then run `npm run docs:api` and commit the reports.')
  process.exitCode = 1
}
rmSync(join(reports, 'temp'), { recursive: true, force: true })
console.log(`${written.size} API reports`)

function changedReports(name: string): string[] {
  const entries = entriesOf(name).filter((entry) => !unreported.has(`${name}/${entry}`))
  const configs = entries.map((entry) => configOf(name, entry))
  const [first, ...others] = configs
  if (first === undefined) return []
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: others.map((config) => config.mainEntryPointFilePath),
  })
  return configs.flatMap((config) => {
    written.add(basename(config.reportFilePath))
    const { apiReportChanged, succeeded } = Extractor.invoke(config, {
      compilerState,
      localBuild: isWriting,
      messageCallback: (message) => {
        if (message.logLevel === ExtractorLogLevel.Warning) message.logLevel = ExtractorLogLevel.None
      },
    })
    if (!succeeded && !apiReportChanged) throw new Error(`no report of ${config.mainEntryPointFilePath}`)
    return apiReportChanged && !isWriting ? [basename(config.reportFilePath)] : []
  })
}

/** Returns the entry points of a package by the names of their modules, such as `index` and `ports`. */
function entriesOf(name: string): string[] {
  const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  )
  return Object.values(manifest.exports).map(({ types }) => basename(types, '.d.ts'))
}

function configOf(name: string, entry: string): ExtractorConfig {
  const projectFolder = join(root, 'packages', name)
  const mainEntryPointFilePath = join(projectFolder, 'dist', `${entry}.d.ts`)
  if (!existsSync(mainEntryPointFilePath))
    throw new Error(`${mainEntryPointFilePath} is missing: run npm run build`)
  const compilerOptions = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: ['node'] }
  const silent = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false }
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: { compilerOptions: { ...compilerOptions, strict: true, skipLibCheck: true } },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${entry === 'index' ? name : `${name}-${entry}`}.api.md`,
        reportFolder: reports,
        reportTempFolder: join(reports, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
      },
    },
  })
}
