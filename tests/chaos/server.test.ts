import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aCrew } from './crew.ts'
import { Ledger } from './ledger.ts'
import { Machine, timeIsUp } from './machine.ts'
import { isLong } from './pace.ts'
import { startPrograms } from './programs.ts'
import { median, report } from './report.ts'
import { type Blow, hurryTime, patiently, storm } from './storm.ts'
import { judge, nothingWrong, type Verdict } from './verdict.ts'
import { writeOn } from './write.ts'

/** Run longer by hand: `npm run chaos -- --kills 500`. */
const kills = Number(process.env['FANION_CHAOS_KILLS'] ?? 5)

/** Number of writers, and of applications for each of two environments. */
const [people, readers] = isLong ? [8, 2] : [5, 1]

it(`loses, repeats and invents nothing in ${kills} faults, while ${people} people write and ${2 * readers} programs read`, {
  timeout: kills * 20_000 + 120_000,
}, async () => {
  const machine = await Machine.start()
  const crew = await aCrew(machine, people)
  const environments = ['development', 'production'].flatMap((one) => new Array<string>(readers).fill(one))
  const keyed = await Promise.all(environments.map(async (one) => ({ environment: one, key: await crew.aKey(one) })))
  const programs = await startPrograms(machine.url, keyed, crew.flags)
  await until(() => programs.every((program) => program.revision !== undefined))

  const ledger = new Ledger()
  let [stormy, waiting] = [true, true]
  const writing = writeOn(crew, ledger, () => !stormy)
  const hurrying = hurryTime(machine, () => !waiting)
  const blows = await Promise.race([storm(machine, ledger, kills, tell), writing.then(() => [])])
  // On a slow machine nothing may have been scheduled yet.
  const scheduled = () => ledger.acts.filter(({ action }) => action === 'change.schedule').length
  await until(() => scheduled() > 0)
  stormy = false
  await writing
  // Scheduled changes are still applied, and applications still receive them.
  await until(async () => (await stillScheduled(machine)) === 0)
  waiting = false
  await hurrying
  const heads = await patiently(() => machine.db.selectFrom('environment').select(['key', 'headNumber']).execute())
  await until(() =>
    programs.every(({ environment, revision }) =>
      heads.some(({ key, headNumber }) => key === environment && headNumber === revision),
    ),
  )
  const verdict = await patiently(() => judge(machine, crew, ledger, programs))
  const ended = await machine.stopServer()
  await report('server', describeRun(blows, ledger, verdict, programs))
  expect(machine.deaths).toEqual([])
  expect(verdict).toEqual(nothingWrong)
  expect(ended).toBe(0)
  expect(timeIsUp() || blows.length === kills).toBe(true)
  expect(scheduled()).toBeGreaterThan(0)
})

const stillScheduled = async ({ db }: Machine): Promise<number> =>
  (await patiently(() => db.selectFrom('schedule').select('id').where('endedAt', 'is', null).execute())).length

/** Waits until a condition is true, with a limit. The verdict reports what is still missing. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()) && waited < 60_000; waited += 50) await sleep(50)
}

function tell({ fault, recoveryMs }: Blow): void {
  if (process.env['FANION_CHAOS_REPORT']) console.log(`${fault}: ${Math.round(recoveryMs)} ms`)
}

function describeRun(
  blows: readonly Blow[],
  ledger: Ledger,
  verdict: Verdict,
  programs: readonly { evaluations: number }[],
) {
  const periodOf = (at: Date) => blows.findLast((blow) => blow.at <= at)?.fault
  const row = (name: string, felt: readonly Blow[], mine: (fault: string | undefined) => boolean) => {
    const acknowledged = [...ledger.publications, ...ledger.acts].filter(({ fault }) => mine(blows[fault - 1]?.fault))
    const recoveries = felt.map((blow) => blow.recoveryMs)
    return {
      fault: name,
      times: felt.length,
      'acknowledged writes': acknowledged.length,
      lost: verdict.lost.filter(({ fault }) => mine(blows[fault - 1]?.fault)).length,
      gaps: verdict.gaps.filter(({ at }) => mine(periodOf(at))).length,
      'fired twice': verdict.doubleFired.filter(({ dueAt }) => mine(periodOf(dueAt))).length,
      'never fired': verdict.neverFired.filter(({ dueAt }) => mine(periodOf(dueAt))).length,
      'median recovery, ms': Math.round(median(recoveries)),
      'longest recovery, ms': Math.round(Math.max(0, ...recoveries)),
    }
  }
  const kinds = [...new Set(blows.map((blow) => blow.fault))]
  const rows = kinds.map((kind) =>
    row(
      kind,
      blows.filter((blow) => blow.fault === kind),
      (fault) => fault === kind,
    ),
  )
  const count = (action: string) => ledger.acts.filter((act) => act.action === `change.${action}`).length
  const evaluations = programs.reduce((sum, program) => sum + program.evaluations, 0)
  const refusals = [...ledger.refusals].map(([code, times]) => `${code || 'no answer'} ${times}`).join(', ')
  return {
    title: 'Server, database and connections, while eight people write and four programs read',
    said: [
      `${ledger.publications.length} revisions, ${count('approve')} approvals and ${count('schedule')} schedules were acknowledged. ` +
        `Refused in that time: ${refusals || 'nothing'}. A recovery lasts from the fault to the first acknowledgement of a request that was sent after it.`,
      `The programs evaluated ${evaluations.toLocaleString('en')} times; ${verdict.astray.length} values that no revision has, ` +
        `or ends elsewhere than the server. ${verdict.broken.length} broken invariants of log and audit chain; ` +
        `${verdict.deniedThoughDone.length} writes denied though done.`,
    ],
    rows: [...rows, row('all', blows, () => true)],
  }
}
