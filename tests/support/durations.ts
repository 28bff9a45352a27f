import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

type SlowTest = { seconds: number; covers?: readonly string[] }

const slowFrom = 12
const file = path.resolve(import.meta.dirname, '../slow-tests.json')

/**
 * Warns about files that take longer than 12 seconds and are missing in tests/slow-tests.json. With
 * FANION_RECORD_DURATIONS=1 it writes this run's durations there instead.
 */
export default class Durations implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const listed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, SlowTest>
    const measured = modules.map((module) => ({
      name: path.posix.relative(path.resolve(import.meta.dirname, '../..'), module.moduleId),
      seconds: Math.round(module.diagnostic().duration / 1000),
    }))
    const slow = measured.filter(({ name, seconds }) => seconds >= slowFrom || name in listed)
    if (process.env['FANION_RECORD_DURATIONS'] === '1') return record(listed, slow)
    const missing = slow.filter(({ name, seconds }) => !(name in listed) && seconds >= 2 * slowFrom)
    if (missing.length === 0) return
    const names = missing.map(({ name, seconds }) => `${name} (${seconds} s)`).join(', ')
    process.stdout.write(`\nslow, and not in tests/slow-tests.json: ${names}\n`)
  }
}

function record(listed: Record<string, SlowTest>, slow: readonly { name: string; seconds: number }[]) {
  const all = { ...listed }
  for (const { name, seconds } of slow) all[name] = { ...all[name], seconds }
  const sorted = Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
