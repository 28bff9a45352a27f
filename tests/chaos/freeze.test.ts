import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../http/world.ts'
import { freePort } from '../support/free-port.ts'
import { startProcess } from '../support/process.ts'
import { aBrowser, anOwner } from '../support/server.ts'
import { aCrew, type Crew, type Writer } from './crew.ts'
import { codeOf, Ledger } from './ledger.ts'
import { Machine, timeIsUp } from './machine.ts'
import { median, report } from './report.ts'
import { judge, nothingWrong } from './verdict.ts'
import { Hand, mayBeRefused } from './write.ts'

/** Run longer by hand: `npm run chaos -- --freezes 50`. */
const freezes = Number(process.env['FANION_CHAOS_FREEZES'] ?? 2)
/** The others' next publish must succeed within this time of a freeze. */
const servedWithinMs = 5_000

it(`one of two servers that is frozen ${freezes} times in the middle of publishing holds up nobody`, {
  timeout: freezes * 40_000 + 120_000,
}, async () => {
  const machine = await Machine.start()
  const crew = await aCrew(machine, 4)
  const ledger = new Ledger()
  const other = await anotherServer(machine)
  const elsewhere = await anOwner(other.url)
  // The same users, on the server that will be frozen.
  const frozenCrew: Crew = { ...crew, writers: crew.writers.slice(0, 3).map((writer) => at(machine.url, writer)) }
  const freeCrew: Crew = { ...crew, writers: crew.writers.slice(3).map((writer) => at(other.url, writer)) }

  let over = false
  let holding = 0
  const writing = frozenCrew.writers.map(async (writer) => {
    const hand = new Hand(frozenCrew, ledger, writer)
    const { project } = crew
    const variants = [{ key: 'on', value: 0 }]
    for (let n = 0; !over; n++) {
      // A single statement, and a long transaction that locks every environment.
      await attempt(ledger, () => hand.publish())
      const key = `${writer.name}-${n}`
      const create = () => writer.api.flags.create.mutate({ project, key, name: key, type: 'number', variants })
      await attempt(ledger, async () => void (await create()))
    }
  })
  const rows: { publishMs: number; elsewhereMs: number; backMs: number }[] = []
  const [free] = freeCrew.writers
  if (!free) throw new Error('nobody writes')
  const hand = new Hand(freeCrew, ledger, free)
  while (rows.length < freezes && !timeIsUp()) {
    await until(() => ledger.size > rows.length * 3, 'a publication before the freeze')
    await sleep(Math.random() * 60)
    // The clock starts before the freeze, which takes a moment, too.
    const began = performance.now()
    machine.freezeServer()
    if (await machine.holdsALock()) holding += 1
    const elsewhereMs = await timed(began, () =>
      elsewhere.api.flags.create.mutate({ project: elsewhere.project, key: `f-${rows.length}`, name: 'Another' }),
    )
    const publishMs = await timed(began, async () => {
      while (!(await attempt(ledger, () => hand.publish()))) await sleep(20)
    })
    machine.thawServer()
    const thawed = performance.now()
    const before = ledger.size
    const backMs = await timed(thawed, () => until(() => ledger.size > before, 'a publication by the thawed server'))
    rows.push({ publishMs, elsewhereMs, backMs })
  }
  over = true
  await Promise.all(writing)
  const verdict = await judge(machine, crew, ledger, [])
  const longest = (name: keyof (typeof rows)[number]) => Math.round(Math.max(...rows.map((row) => row[name])))
  const middle = (name: keyof (typeof rows)[number]) => Math.round(median(rows.map((row) => row[name])))
  await report('freeze', {
    title: 'One of two servers frozen (SIGSTOP) while three people publish through it',
    said: [
      `${ledger.publications.length} publications were acknowledged; in ${holding} of the freezes a transaction of the frozen server ` +
        'was open. Times are from the freeze to the response; for the thawed server, from its resumption.',
    ],
    rows: [
      {
        freezes: rows.length,
        'publish in the same environment: median, ms': middle('publishMs'),
        'longest, ms': longest('publishMs'),
        'another project: median, ms': middle('elsewhereMs'),
        'its longest, ms': longest('elsewhereMs'),
        'the thawed one again: median, ms': middle('backMs'),
        lost: verdict.lost.length,
        gaps: verdict.gaps.length,
        'denied though done': verdict.deniedThoughDone.length,
        'broken invariants': verdict.broken.length,
      },
    ],
  })
  expect(verdict).toEqual(nothingWrong)
  expect(machine.deaths).toEqual([])
  // On a busy machine durations are not checked.
  const boundMs = process.env['FANION_CHAOS_REPORT'] ? servedWithinMs : Number.POSITIVE_INFINITY
  expect(Math.max(longest('publishMs'), longest('elsewhereMs'))).toBeLessThan(boundMs)
  expect(ledger.refusals.has('server/internal')).toBe(false)
})

/** Runs an action and returns whether it was acknowledged. Records errors that are allowed during faults. */
async function attempt(ledger: Ledger, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    const code = ledger.refusal(error)
    if (!mayBeRefused.includes(codeOf(error) ?? '')) throw error
    if (code !== undefined) await sleep(50)
    return false
  }
}

async function timed(since: number, act: () => Promise<unknown>): Promise<number> {
  await act()
  return performance.now() - since
}

/** The same user on another server: the cookie is valid on all of them. */
function at(url: string, writer: Writer): Writer {
  const { api, cookie } = aBrowser(url, writer.cookie())
  return { ...writer, api, cookie }
}

/** A second server on the machine's database. */
async function anotherServer(machine: Machine): Promise<{ url: string }> {
  const server = startProcess({ ...machine.settings, PORT: String(await freePort()) })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.exited
  })
  return { url: await server.ready }
}
