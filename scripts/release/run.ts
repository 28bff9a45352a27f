// npm run release -- [--draft] [<folder>]: writes a complete release into an empty folder (dist/release by default):
// the tarballs of the server and of the packages that it serves, the bill of materials (CycloneDX), and SHA256SUMS.
// --draft also releases sources that are not ready, and prints why they are not.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '../../migrations/index.ts'
import { released } from '../../migrations/released.ts'
import { manifestOf } from '../notices/notices.ts'
import { whyNot } from './checked.ts'
import { billOfMaterials } from './sbom.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({ options: { draft: { type: 'boolean' } }, allowPositionals: true })
const folder = path.resolve(positionals[0] ?? path.join(root, 'dist/release'))
const { version } = manifestOf('.')

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] })
const refusal = whyNot(
  version,
  readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
  run('git', 'status', '--porcelain'),
  { newest: Object.keys(migrations).at(-1), released: released[version]?.schema },
)
if (refusal !== undefined) console.error(refusal)
if (refusal !== undefined && !values.draft) process.exit(1)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Name an empty folder, or one that is not there yet.`)
  process.exit(1)
}
mkdirSync(folder, { recursive: true })

run('npm', 'pack', '--silent', '--pack-destination', folder)
const packages = path.join(root, 'dist/packages')
for (const name of readdirSync(packages))
  if (name.endsWith(`-${version}.tgz`)) copyFileSync(path.join(packages, name), path.join(folder, name))

const bill = billOfMaterials(new Date(run('git', 'log', '-1', '--format=%cI').trim()))
writeFileSync(path.join(folder, `fanion-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)

const sums = readdirSync(folder).map((name) => {
  const sum = createHash('sha256').update(readFileSync(path.join(folder, name)))
  return `${sum.digest('hex')}  ${name}\n`
})
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`${folder}\n\n${sums.join('')}\n${bill.components.length} packages are in the bill of materials.`)
