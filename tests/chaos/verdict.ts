import { verifyAll } from '../../src/server/features/audit/verify-all.ts'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { ofKind, readStored } from '../support/log.ts'
import type { Crew } from './crew.ts'
import type { Act, Ledger, Publication } from './ledger.ts'
import type { Machine } from './machine.ts'
import { type ChaosProgram, digestIn } from './programs.ts'

/** The log of one environment: the flags' values after each revision. */
type Log = {
  numbers: number[]
  digests: string[]
  publishedAt: Date[]
  changes: (number | null)[]
  worth: Map<string, number>[]
}

/** Violations of the guarantees. Each list is empty if all of them held. */
export type Verdict = {
  lost: (Publication | Act)[]
  /** Numbers missing from an environment's log, with the time of the next revision. */
  gaps: { environment: string; number: number; at: Date }[]
  /** Due changes that were applied more or less than once. */
  doubleFired: { change: number; dueAt: Date }[]
  neverFired: { change: number; dueAt: Date }[]
  /** Rejected with the statement that nothing changed, but found in the log. */
  deniedThoughDone: string[]
  /** Sentences about inconsistencies in the log. */
  broken: string[]
  /**
   * Values that applications served but that belong to no revision, and applications whose final state differs from the
   * server's.
   */
  astray: unknown[]
}

export const nothingWrong: Verdict = {
  lost: [],
  gaps: [],
  doubleFired: [],
  neverFired: [],
  deniedThoughDone: [],
  broken: [],
  astray: [],
}

/** Compares everything that was acknowledged and served with what is stored. */
export async function judge(
  machine: Machine,
  crew: Crew,
  ledger: Ledger,
  programs: readonly ChaosProgram[],
): Promise<Verdict> {
  const logs = new Map<string, Log>()
  const broken: string[] = []
  for (const [environment, id] of crew.environmentIds) {
    logs.set(environment, await readLog(machine, id))
    broken.push(...(await brokenIn(machine, environment, id, `${crew.project}/${environment}`)))
  }
  await verifyAll(machine.db, (line) => {
    if (!line.includes('audit log is intact')) broken.push(line)
  })
  const astray: unknown[] = []
  for (const program of programs) astray.push(...(await strayed(program, logs.get(program.environment))))
  const lostPublications = ledger.publications.filter(
    ({ environment, number, key, value }) => logs.get(environment)?.worth[number - 1]?.get(key) !== value,
  )
  return {
    lost: [...lostPublications, ...(await lostActs(machine, crew, ledger.acts))],
    gaps: [...logs].flatMap(([environment, log]) => gapsIn(environment, log)),
    ...(await fired(machine, [...logs.values()])),
    deniedThoughDone: deniedThoughDone(ledger, [...logs.values()]),
    broken,
    astray,
  }
}

async function readLog({ db }: Machine, environmentId: string): Promise<Log> {
  const revisions = await db
    .selectFrom('revision')
    .select(['number', 'digest', 'publishedAt', 'changeNumber'])
    .where('environmentId', '=', environmentId)
    .orderBy('number')
    .execute()
  const entries = await db
    .selectFrom('entry')
    .select(['number', 'key', 'document'])
    .where('environmentId', '=', environmentId)
    .orderBy('number')
    .execute()
  const worth: Map<string, number>[] = []
  let [at, now] = [0, new Map<string, number>()]
  for (const { number } of revisions) {
    now = new Map(now)
    for (let entry = entries[at]; entry?.number === number; entry = entries[++at]) {
      // Safe cast: every entry in this project is a number flag with one variant.
      const { variants } = entry.document as FlagDocument
      now.set(entry.key, Number(variants['on']))
    }
    worth[number - 1] = now
  }
  return {
    numbers: revisions.map((one) => one.number),
    digests: revisions.map((one) => one.digest),
    publishedAt: revisions.map((one) => one.publishedAt),
    changes: revisions.map((one) => one.changeNumber),
    worth,
  }
}

async function brokenIn({ db }: Machine, name: string, id: string, subject: string): Promise<string[]> {
  const stored = await readStored(db, id)
  const last = stored.numbers.at(-1)
  const holds = {
    'the newest number is the environment’s': last === stored.headNumber,
    'the heads are the fold of the log': same(sorted(stored.heads), sorted(stored.fold)),
    'the references are those of the heads': same(stored.references, stored.named),
    'the digest is that of the heads': stored.digest === digestOf(ofKind<FlagDocument>(stored.heads, 'flag'), {}),
    'each revision has its event, in order': same(
      stored.events,
      stored.numbers.map((number) => `${subject}/${number}`),
    ),
  }
  return Object.entries(holds).flatMap(([sentence, held]) => (held ? [] : [`${name}: not so that ${sentence}`]))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const sorted = (documents: object) => Object.entries(documents).sort(([one], [other]) => (one < other ? -1 : 1))

function gapsIn(environment: string, { numbers, publishedAt }: Log): Verdict['gaps'] {
  let expected = 1
  return numbers.flatMap((number, index) => {
    const missing = Array.from({ length: number - expected }, (_, at) => expected + at)
    expected = number + 1
    return missing.map((one) => ({ environment, number: one, at: publishedAt[index] ?? new Date() }))
  })
}

/** Acknowledged actions without an audit event for each. */
async function lostActs({ db }: Machine, { project }: Crew, acts: readonly Act[]): Promise<Act[]> {
  const events = await db
    .selectFrom('event')
    .select(['action', 'subject'])
    .where('action', 'like', 'change.%')
    .execute()
  const found = new Map<string, number>()
  const count = (name: string, by: number) => found.set(name, (found.get(name) ?? 0) + by)
  for (const { action, subject } of events) count(`${action} ${subject}`, 1)
  return acts.filter(({ action, change }) => {
    const name = `${action} ${project}/changes/${change}`
    count(name, -1)
    return (found.get(name) ?? 0) < 0
  })
}

/** Each due schedule must apply its change once, even if its creation was never acknowledged. */
async function fired({ db }: Machine, logs: readonly Log[]): Promise<Pick<Verdict, 'doubleFired' | 'neverFired'>> {
  const schedules = await db
    .selectFrom('schedule')
    .innerJoin('change', 'change.id', 'schedule.changeId')
    .select(['change.number as change', 'schedule.dueAt', 'schedule.endedAs'])
    .execute()
  const times = (change: number) => logs.flatMap((log) => log.changes).filter((number) => number === change).length
  return {
    doubleFired: schedules.filter(({ change }) => times(change) > 1),
    neverFired: schedules.filter(({ change, endedAs }) => times(change) === 0 || endedAs !== 'applied'),
  }
}

function deniedThoughDone({ refused }: Ledger, logs: readonly Log[]): string[] {
  const worth = new Set(logs.flatMap((log) => log.worth.flatMap((flags) => [...flags].map((pair) => pair.join(' ')))))
  return refused.flatMap(({ key, value, sentence }) =>
    /nothing was changed/i.test(sentence) && worth.has(`${key} ${value}`) ? [`${key} ${value}: ${sentence}`] : [],
  )
}

async function strayed(program: ChaosProgram, log: Log | undefined): Promise<unknown[]> {
  const astray = [...program.wrong]
  let before = 0
  for (const { revision, values } of program.served) {
    const worth = log?.worth[revision - 1]
    if (revision < before) astray.push({ went: 'back', from: before, to: revision })
    before = revision
    const wrong = program.keys.flatMap((key, at) => (worth?.get(key) === values[at] ? [] : [`${key} ${values[at]}`]))
    if (wrong.length > 0) astray.push({ environment: program.environment, revision, wrong })
  }
  const kept = await program.stop()
  const expected = [log?.numbers.at(-1), log?.digests.at(-1)]
  const ended = [kept.revision, digestIn(kept)]
  if (program.revision !== kept.revision || !same(ended, expected)) {
    astray.push({ environment: program.environment, ended, expected, served: program.revision })
  }
  return astray
}
