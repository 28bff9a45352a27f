// npm run audit:dependencies: lists known vulnerabilities of the packages that Fanion is built from. Libraries are
// bundled into the product, so every package of the lock file counts. Exits with 1 for a high or critical
// vulnerability, and with 2 if the registry does not respond. With --tolerant (after the tests) the latter only prints
// a warning. Other options are passed to npm.
import { spawnSync } from 'node:child_process'
import { root } from './project.mjs'

const tolerant = process.argv.includes('--tolerant')
const options = process.argv.slice(2).filter((option) => option !== '--tolerant')
const patience = ['--fetch-retries=0', '--fetch-timeout=15000']
const npm = process.env.npm_execpath
const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
const [file, ...first] = command
const { stdout } = spawnSync(file, [...first, 'audit', '--json', ...patience, ...options], {
  cwd: root,
  encoding: 'utf8',
  timeout: 60_000,
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
})

const report = parsed(stdout)
if (!report?.metadata?.vulnerabilities) {
  console.log('Dependency audit: the registry does not answer, so nothing was checked.')
  process.exit(tolerant ? 0 : 2)
}
const { critical = 0, high = 0, total = 0, ...lesser } = report.metadata.vulnerabilities
const others = Object.entries(lesser).flatMap(([severity, count]) => (count > 0 ? [`${count} ${severity}`] : []))
const less = others.length > 0 ? ` (${others.join(', ')})` : ''
console.log(`Dependency audit: ${critical} critical, ${high} high, of ${total} known flaws${less}.`)
for (const { name, severity, range } of Object.values(report.vulnerabilities)) {
  if (severity === 'critical' || severity === 'high') console.log(`  ${severity}: ${name} ${range}`)
}
process.exit(critical + high > 0 ? 1 : 0)

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
