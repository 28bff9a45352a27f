/**
 * `npm run bench:engine`: compares Fanion's engine with the engines of other SDKs in one run. Installs the others in
 * bench/peers, prints the comparison and writes docs/benchmarks.md. Options: `--rounds 25`, `--loads 5`, `--only
 * handle,key,vercel`, `--no-write`, `--patience 3` (seconds to wait for a quiet machine).
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Load, Parse } from './child.ts'
import { type ColumnName, columnNames } from './columns.ts'
import { quiet } from './quiet.ts'
import { type Measured, report } from './report.ts'
import { subjects } from './subjects.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    loads: { type: 'string', default: '5' },
    only: { type: 'string' },
    patience: { type: 'string', default: '3' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const names = options.only?.split(',') ?? Object.keys(subjects)
const rounds = Number(options.rounds)
const loads = Number(options.loads)
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

const install = (): void => {
  if (existsSync(pathOf('../peers/node_modules'))) return
  console.log('Installing the other SDKs in bench/peers.')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: pathOf('../peers'), stdio: 'inherit' })
}

/** Starts a process for one subject. The task `bytes` has a young generation that a sample cannot fill. */
const start = (name: string, ...task: string[]): ChildProcess => {
  const roomy = task[0] === 'bytes' ? ['--min-semi-space-size=64', '--max-semi-space-size=64'] : []
  return fork(pathOf('./child.ts'), [name, ...task], {
    execArgv: ['--expose-gc', ...roomy],
    env: { PATH: process.env['PATH'] },
  })
}

/** Returns the next message of a child. Throws if the child exits without one. */
const hear = async <T>(child: ChildProcess): Promise<T> => {
  const settled = new AbortController()
  const { signal } = settled
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(-2).join(' ')} ended with code ${String(code)}`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), gone])
    // Safe cast: the child answers with the declared type of its task.
    return message as T
  } finally {
    gone.catch(() => {})
    settled.abort()
  }
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

/** Number of timed slots, and of those that began while the machine was busy. */
const slots = { all: 0, disturbed: 0 }

const time = async (): Promise<Map<string, Record<ColumnName, number[]>>> => {
  const children = new Map<string, ChildProcess>()
  const samples = new Map<string, Record<ColumnName, number[]>>()
  for (const name of names) {
    console.log(`Checking the answers of ${subjects[name]?.name}, and warming it up.`)
    const child = start(name, 'time')
    await hear(child)
    children.set(name, child)
    samples.set(name, { on: [], conditions: [], rollout: [], variants: [], lists: [], all: [], any: [] })
  }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`Timing, round ${round + 1} of ${rounds}.`)
    for (const column of rotated(columnNames, round)) {
      for (const [name, child] of rotated([...children], round)) {
        slots.all += 1
        if (!(await quiet(Number(options.patience) * 1_000))) slots.disturbed += 1
        // runs this column more often, because other processes evict the CPU caches it depends on
        for (let again = column === 'any' ? 3 : 1; again > 0; again -= 1) {
          child.send(column)
          samples.get(name)?.[column].push(await hear<number>(child))
        }
      }
    }
  }
  for (const child of children.values()) child.kill()
  return samples
}

/**
 * Starts new processes for each subject in turn. Returns the shortest times, because other work can only lengthen a
 * load, and the median of the rest.
 */
const load = async (flags: number): Promise<Map<string, Load>> => {
  const found = new Map<string, Load[]>(names.map((name) => [name, []]))
  for (let attempt = 0; attempt < loads; attempt += 1) {
    console.log(`Loading ${flags} flags, ${attempt + 1} of ${loads}.`)
    for (const name of rotated(names, attempt))
      found.get(name)?.push(await hear<Load>(start(name, 'load', String(flags))))
  }
  const summary = (all: readonly Load[]): Load => {
    const of = (field: keyof Load) => all.map((one) => one[field])
    return {
      loadMs: Math.min(...of('loadMs')),
      firstMs: Math.min(...of('firstMs')),
      heap: median(of('heap')),
      heapUsed: median(of('heapUsed')),
      text: median(of('text')),
    }
  }
  return new Map([...found].map(([name, all]) => [name, summary(all)]))
}

/** Measures only parsing Fanion's configuration as JSON. */
const parse = async (flags: number): Promise<Parse> => {
  const all: Parse[] = []
  while (all.length < loads) all.push(await hear<Parse>(start('handle', 'parse', String(flags))))
  return { parseMs: Math.min(...all.map((one) => one.parseMs)), heap: median(all.map((one) => one.heap)) }
}

install()
const timed = await time()
const small = await load(1_000)
const large = await load(10_000)
const parsed = await parse(10_000)
const measured: Measured[] = []
for (const name of names) {
  console.log(`Counting the bytes of ${subjects[name]?.name}.`)
  const bytes = await hear<Record<ColumnName, number>>(start(name, 'bytes'))
  const [samples, first, second] = [timed.get(name), small.get(name), large.get(name)]
  if (samples && first && second) measured.push({ name, samples, bytes, loads: { 1_000: first, 10_000: second } })
}
const text = report(measured, rounds, slots, parsed)
console.log(`\n${text}`)
if (options.write && options.only === undefined) writeFileSync(pathOf('../../docs/benchmarks.md'), text)
