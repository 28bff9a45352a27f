// Builds dist/: web (the UI in each language with a catalogue), docs (the documentation), the SDK package, server (one
// bundle), and the licences of all bundled packages. Writes the stamp last.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressWeb } from './compress-web.mjs'
import { begin, root } from './project.mjs'

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
const step = async (file, ...args) => {
  const status = await begin(file, args, quiet)
  if (status !== 0) process.exit(status)
}

const dist = path.join(root, 'dist')
rmSync(path.join(dist, '.built'), { force: true })
rmSync(path.join(dist, '.bundled'), { force: true, recursive: true })
mkdirSync(dist, { recursive: true })
const buildWeb = async () => {
  await step('scripts/build-web.ts')
  await compressWeb(path.join(dist, 'web'))
}
const buildPackages = async () => {
  await step('scripts/pack-sdk.mjs')
  await step('scripts/pack-cli.mjs')
  await step('scripts/pack-api.mjs')
  await step('node_modules/tsdown/dist/run.mjs', '--logLevel', 'error')
}

// in parallel, because neither depends on the other
await Promise.all([buildWeb(), buildPackages(), step('scripts/docs/build.ts')])
await step('scripts/notices/write.ts')
writeFileSync(path.join(dist, '.built'), '')
