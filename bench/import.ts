import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { compile } from '../src/shared/engine/compile.ts'
import { evaluate } from '../src/shared/engine/evaluate.ts'
import { loadModules, modulesNeeded } from '../src/shared/engine/optional-modules.ts'
import type { ImportSource } from '../src/shared/features/imports/schemas/import.ts'
import type { Context } from '../src/shared/schemas/context.ts'
import type { Datafile } from '../src/shared/schemas/datafile.ts'
import { circumstances, loadNow, quantile, section } from './page.ts'
import { demoServer } from './server-process.ts'

/*
 * Measures each step of a migration from another vendor: parse a company's export, review it, import it, evaluate, and
 * undo. `FANION_VECTORS` is the folder that contains `exports/harbor-500`. Without it, only generated flags are
 * imported. `npm run bench:import` needs a build. Writes its sections of docs/benchmarks-switching.md unless
 * `--no-write` is given.
 */

const before = loadNow()
const vectors = path.resolve(process.env['FANION_VECTORS'] ?? '../shared/vectors', 'exports/harbor-500')
const server = await demoServer({ FANION_REQUESTS_PER_MINUTE: '0' })

let cookie = ''
const send = async (at: string, init: Omit<RequestInit, 'headers'> = {}, type?: string): Promise<unknown> => {
  const headers = { cookie, ...(type === undefined ? {} : { 'content-type': type }) }
  const response = await fetch(new URL(at, server.url), { ...init, headers })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${at}: ${JSON.stringify(answer).slice(0, 500)}`)
  return answer
}
type Answer<T> = { result: { data: T } }
const mutate = async <T>(procedure: string, input: object): Promise<T> => {
  const init = { method: 'POST', body: JSON.stringify(input) }
  // Safe cast: the server returns the declared output.
  return ((await send(`/trpc/${procedure}`, init, 'application/json')) as Answer<T>).result.data
}
const query = async <T>(procedure: string, input: object): Promise<T> =>
  ((await send(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)) as Answer<T>).result.data

const timed = async <T>(act: () => Promise<T>): Promise<[T, number]> => {
  const started = performance.now()
  const result = await act()
  return [result, performance.now() - started]
}
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
const grouped = (count: number) => count.toLocaleString('en').replaceAll(',', ' ')

/** Evaluates during an import, so that a blocked server is noticed. Returns the durations in ms, sorted. */
const askMeanwhile = async <T>(act: () => Promise<T>): Promise<[T, number[]]> => {
  const key = Object.values(server.demo.keys)[0]?.server ?? ''
  const times: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      const started = performance.now()
      const response = await fetch(new URL('/ofrep/v1/evaluate/flags/new-checkout', server.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ context: { targetingKey: 'ada' } }),
      })
      await response.arrayBuffer()
      times.push(performance.now() - started)
    }
  })()
  const result = await act()
  over = true
  await asking
  return [result, times.toSorted((a, b) => a - b)]
}

const asked = (times: readonly number[]) =>
  `${grouped(times.length)}, p99 ${quantile(times, 0.99).toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms`

type Row = readonly [when: string, who: string, what: string, result: string, took: string]

async function afternoon(
  project: string,
  parts: Record<string, string>,
  people: readonly Context[],
  answers: string | null,
) {
  await mutate('projects.create', { key: project, name: project })
  const bundle = gzipSync(JSON.stringify({ format: 1, parts }))
  const upload = () =>
    send(
      `/import/v1/bundles?project=${project}`,
      { method: 'POST', body: new Uint8Array(bundle) },
      'application/octet-stream',
    )
  const [[read, idle], readMs] = await timed(() => askMeanwhile(upload))
  // Safe cast: the endpoint returns a source.
  const source = read as ImportSource
  const { summary } = source.run
  if (!summary) throw new Error('nothing was read')
  const compared = summary.checks.reduce((sum, one) => sum + one.compared, 0)
  const different = summary.checks.reduce((sum, one) => sum + one.different, 0)
  const at = { project, source: source.number, run: source.run.number }
  const [[, besides], applyMs] = await timed(() => askMeanwhile(() => mutate<ImportSource>('imports.applyRun', at)))
  const rows: Row[] = [
    [
      '13:00',
      'admin',
      `reads ${Object.keys(parts).length} files, ${(bundle.length / 1024 / 1024).toFixed(1)} MB packed`,
      `${grouped(summary.flags)} flags, ${summary.segments} segments, ${summary.environments.length} environments`,
      seconds(readMs),
    ],
    [
      '',
      '',
      'preview',
      Object.entries(summary.verdicts)
        .map(([verdict, count]) => `${count} ${verdict}`)
        .join(', '),
      '',
    ],
    ['', '', 'self-check', `${grouped(compared)} answers of both, ${different} differ`, ''],
    ['', 'meanwhile', 'OFREP evaluations in the meantime', asked(idle), ''],
    ['13:05', 'admin', 'Import', '1 revision in each environment', seconds(applyMs)],
    ['', 'meanwhile', 'OFREP evaluations in the meantime', asked(besides), ''],
  ]
  if (answers !== null) {
    const [told, askMs] = await timed(() => compareAnswers(project, source, people, answers))
    rows.push(['14:00', 'developer', 'asks the vendor SDK’s evaluations', told, seconds(askMs)])
  }
  const [again, againMs] = await timed(upload)
  const statuses = (again as ImportSource).run.statuses
  rows.push([
    '14:30',
    'everyone',
    'the same files again',
    `${grouped(statuses?.same ?? 0)} the same, ${statuses?.update ?? 0} to write`,
    seconds(againMs),
  ])
  const [undone, undoMs] = await timed(() =>
    mutate<{ removed: number; left: unknown[] }>('imports.undo', { project, source: source.number }),
  )
  rows.push([
    '',
    'admin',
    'Undo import',
    `${grouped(undone.removed)} removed, ${undone.left.length} left`,
    seconds(undoMs),
  ])
  return { rows, importMs: readMs + applyMs, different }
}

async function compareAnswers(
  project: string,
  source: ImportSource,
  people: readonly Context[],
  folder: string,
): Promise<string> {
  let [compared, different] = [0, 0]
  for (const [theirs, environment] of Object.entries(source.run.mapping)) {
    const file = await query<Datafile>('history.asOf', { project, environment })
    const compiled = compile(file, await loadModules(modulesNeeded(file)))
    const keys = new Map(Object.values(file.flags).map((flag) => [flag.hashKey ?? flag.key, flag.key]))
    const [head = '{}', ...lines] = readFileSync(path.join(folder, `answers.${theirs}.jsonl`), 'utf8')
      .trim()
      .split('\n')
    const { nowMs } = JSON.parse(head) as { nowMs: number }
    for (const line of lines) {
      const { flag, context, answer } = JSON.parse(line) as {
        flag: string
        context: number
        answer: [unknown, number | null]
      }
      const key = keys.get(flag)
      if (key === undefined) continue
      const { value, variant } = evaluate(compiled, key, people[context] ?? {}, nowMs)
      const index = variant === null ? null : Object.keys(file.flags[key]?.variants ?? {}).indexOf(variant)
      compared += 1
      if (JSON.stringify([value ?? null, index]) !== JSON.stringify(answer)) different += 1
    }
  }
  return `${grouped(compared)} answers, ${different} differ`
}

const table = (rows: readonly Row[]): string => {
  const head: Row = ['', 'who', 'what', 'came of it', 'took']
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => (row[i] ?? '').length)))
  return [head, head.map((_, i) => '-'.repeat(Math.max(3, widths[i] ?? 0))), ...rows]
    .map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
    .join('\n')
}

/**
 * Returns flags in the format of LaunchDarkly's SDK endpoint: two in three with a rule, one in three with a rollout.
 */
const generated = (count: number): Record<string, string> =>
  Object.fromEntries(
    ['production', 'staging', 'development'].map((environment) => {
      const flags = Array.from({ length: count }, (_, i): [string, unknown] => {
        const key = `flag-${i}`
        const rollout = {
          rollout: {
            variations: [
              { variation: 0, weight: 25_000 },
              { variation: 1, weight: 75_000 },
            ],
          },
        }
        const rules =
          i % 3 === 0
            ? []
            : [
                {
                  id: `rule-${i}`,
                  clauses: [{ attribute: 'country', op: 'in', values: ['NO', 'SE'], negate: false }],
                  variation: 0,
                },
              ]
        return [
          key,
          {
            key,
            version: 1,
            on: i % 5 !== 0,
            variations: [true, false],
            offVariation: 1,
            fallthrough: i % 3 === 2 ? rollout : { variation: 1 },
            rules,
            targets: [],
            prerequisites: [],
            salt: `${environment} ${i}`,
          },
        ]
      })
      return [`latest-all.${environment}.json`, JSON.stringify({ flags: Object.fromEntries(flags), segments: {} })]
    }),
  )

await mutate('account.signIn', server.demo.owner)
if (existsSync(vectors)) {
  const parts = Object.fromEntries(
    ['rest', 'sdk'].flatMap((folder) =>
      readdirSync(path.join(vectors, 'launchdarkly', folder))
        .filter((name) => name.endsWith('.json'))
        .map((name) => [`${folder}/${name}`, readFileSync(path.join(vectors, 'launchdarkly', folder, name), 'utf8')]),
    ),
  )
  const people = (
    JSON.parse(readFileSync(path.join(vectors, 'contexts.json'), 'utf8')) as Record<string, string>[]
  ).map(
    ({ orgId, ...user }) =>
      // a user, with the organisation if there is one
      (orgId === undefined
        ? { kind: 'user', ...user }
        : { kind: 'multi', user: { ...user, orgId }, org: { key: orgId } }) as Context,
  )
  const { rows } = await afternoon('harbor', parts, people, path.join(vectors, 'launchdarkly'))
  const text = `## The afternoon: 500 flags, from LaunchDarkly\n\n${circumstances(before)}\n\n${table(rows)}\n\n\`npm run bench:import\``
  section('afternoon', text, 'switching')
} else console.log(`No exports in ${vectors}: generated flags alone.`)
const large = await afternoon('large', generated(10_000), [], null)
const reached = large.importMs < 30_000 && large.different === 0
section(
  'import',
  `## 10 000 flags in 3 environments

${circumstances(before)}

${table(large.rows)}

Goal: read, checked and imported in less than 30 s: ${seconds(large.importMs)}${reached ? '' : ' (missed)'}. In the meantime, a client evaluates one flag over OFREP, one request
after the other. \`npm run bench:import\``,
  'switching',
)
await server.stop()
