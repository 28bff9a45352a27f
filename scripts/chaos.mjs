// npm run chaos -- [--kills 500] [--client-kills 1000] [--away 60] [--freezes 50] [--fills 10] [--minutes 60]
//   [--only server,client,outage,freeze,full-disk,intake,relay]
// Runs the faults of tests/chaos for longer than npm test does, each kind for at most the given minutes. Writes the
// results to docs/benchmarks-chaos.md.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, root, run } from './project.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    'client-kills': { type: 'string', default: '1000' },
    away: { type: 'string', default: '60' },
    freezes: { type: 'string', default: '50' },
    fills: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'server,client,outage,freeze,full-disk,intake,relay' },
  },
})
ensureInstalled()
const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-chaos-report-'))
const env = {
  ...process.env,
  FANION_CHAOS_REPORT: folder,
  FANION_CHAOS_KILLS: values.kills,
  FANION_CHAOS_CLIENT_KILLS: values['client-kills'],
  FANION_CHAOS_AWAY_SECONDS: values.away,
  FANION_CHAOS_FREEZES: values.freezes,
  FANION_CHAOS_FILLS: values.fills,
  FANION_CHAOS_MINUTES: values.minutes,
}
const files = values.only.split(',').map((name) => `tests/chaos/${name}`)
const vitest = ['run', '--project', 'db', '--disable-console-intercept', '--no-file-parallelism', ...files]
const status = run('node_modules/vitest/vitest.mjs', vitest, { env })
note()
rmSync(folder, { recursive: true })
process.exit(status)

/** Replaces the sections of earlier runs with those of this run. */
function note() {
  const file = path.join(root, 'docs/benchmarks-chaos.md')
  const sections = new Map()
  const titleOf = (text) => text.slice(0, text.indexOf('\n'))
  const keep = (text) => sections.set(titleOf(text), text.trim())
  const split = (text) => text.split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  if (existsSync(file)) split(readFileSync(file, 'utf8')).forEach(keep)
  const [cpu] = os.cpus()
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${os.cpus().length} × ${cpu.model.trim()}, ${os.platform()}`
  const how = `npm run chaos -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, '')
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    keep(
      `${text.trim()}\n\n${day}, \`${how}\`, Node ${process.versions.node}, ${machine}, load average ${Math.round(os.loadavg()[2])}.`,
    )
  }
  const head = '# Faults\n\nWritten by `npm run chaos`, which injects faults into real processes for a set time.\n'
  writeFileSync(file, `${[head.trim(), ...sections.values()].join('\n\n')}\n`)
}
