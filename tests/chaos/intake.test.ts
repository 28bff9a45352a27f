import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { seeded } from '../support/exposing-application.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'
import { Machine, timeIsUp } from './machine.ts'
import { MeasuredProgram } from './measured-programs.ts'
import { aMeasuredProject, event, rule, storedIn } from './measured-project.ts'
import { report } from './report.ts'
import { Sender } from './senders.ts'
import { patiently } from './storm.ts'

/** Run longer by hand: `npm run chaos -- --kills 100 --only intake`. */
const faults = Number(process.env['FANION_CHAOS_KILLS'] ?? 4)

it(`counts every event and exposure once in ${faults} faults, with two servers, repeated batches and killed programs`, {
  timeout: faults * 20_000 + 120_000,
}, async () => {
  const machine = await Machine.start()
  const second = await SecondServer.start(machine)
  const { api, project } = await anOwner(machine.url)
  const key = await aMeasuredProject(machine, api, project)
  const folder = await aFolder('chaos-outboxes')
  const urls = [machine.url, second.url]
  const senders = [1, 2, 3, 4].map((number) => new Sender(number, urls, key, event, rule))
  const programs = urls.map((url) => new MeasuredProgram(url, key, folder, event))

  let over = false
  const sending = Promise.all(senders.map((sender) => sender.work(() => over)))
  const chance = seeded(faults)
  const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.values.length, 0)
  const blows: Record<string, () => Promise<unknown>> = {
    'server killed': () => machine.killServer(),
    // What the application could not send is on disk by then.
    'PostgreSQL killed, and then a program': () => machine.killDatabase(() => killWithOutbox(programs, chance)),
    'connections cut': () => machine.cutConnections(),
    'both servers and PostgreSQL killed': () =>
      Promise.all([machine.killDatabase(), machine.killServer(), second.kill()]),
    'the other server killed': () => second.kill(),
    'program killed': async () => programs[Math.floor(chance() * programs.length)]?.kill(),
  }
  const felt = new Map<string, { times: number; rows: number }>()
  for (let blow = 0; blow < faults && !timeIsUp(); blow += 1) {
    const names = Object.keys(blows)
    const name = names[blow % names.length] ?? ''
    const before = acknowledged()
    while (acknowledged() < before + 200) await sleep(5)
    await sleep(chance() * 150)
    await blows[name]?.()
    const so = felt.get(name) ?? { times: 0, rows: 0 }
    felt.set(name, { times: so.times + 1, rows: so.rows + acknowledged() - before })
  }
  const last = acknowledged()
  while (acknowledged() < last + 200) await sleep(5)
  over = true
  await sending
  await Promise.all(programs.map((program) => program.end()))

  const found = await patiently(() => storedIn(machine))
  const values = senders.flatMap((sender) => sender.acknowledged.values)
  const ended = programs.flatMap(({ told }) => told.filter(({ by }) => by === 'ended').flatMap((one) => one.values))
  const left = programs.flatMap(({ told }) => told.filter(({ by }) => by === 'killed').flatMap((one) => one.values))
  const stored = new Set(found.values)
  const lostOf = (those: readonly number[]) => those.filter((value) => !stored.has(value)).length
  const said = {
    lost: lostOf(values),
    lostOfPrograms: lostOf(ended),
    lostOfOutboxes: lostOf(left),
    twice: found.values.length - stored.size,
    // From senders: nothing may be stored that was not acknowledged.
    invented: [...stored].filter((value) => value < 10_000_000).length - values.length,
    miscounted: found.counted - found.values.length,
    exposures: found.exposures - senders.reduce((sum, one) => sum + one.acknowledged.units.length, 0),
    exposuresMiscounted: found.exposuresCounted - found.exposures,
    wrong: senders.flatMap((sender) => sender.wrong),
  }
  const sum = (of: 'sent' | 'repeated' | 'unanswered') => senders.reduce((all, one) => all + one[of], 0)
  const total = (of: 'times' | 'rows') => [...felt.values()].reduce((all, one) => all + one[of], 0)
  const rows = [...felt, ['all', { times: total('times'), rows: total('rows') }] as const]
  await report('intake', {
    title: 'Events and exposures, with two servers, repeated batches and killed programs',
    said: [
      `${sum('sent')} batches were sent by hand, ${sum('unanswered')} of them without an answer and sent again, ` +
        `${sum('repeated')} once more after their response. Two programs sent events with the client library, with an outbox on disk.`,
      `Events acknowledged by hand: ${values.length}; of these lost ${said.lost}. Sent by programs that ended: ${ended.length}; lost ` +
        `${said.lostOfPrograms}. On the disk of programs that were killed: ${left.length}; lost ${said.lostOfOutboxes}. Stored ` +
        `twice: ${said.twice}; stored and not acknowledged: ${said.invented}; stored and not counted, or counted and not stored: ` +
        `${said.miscounted}. Exposures stored: ${found.exposures}, which is ${said.exposures} more than acknowledged.`,
    ],
    rows: rows.map(([fault, so]) => ({ fault, times: so.times, 'events acknowledged': so.rows })),
  })
  expect(said).toEqual({
    ...{ lost: 0, lostOfPrograms: 0, lostOfOutboxes: 0, twice: 0, invented: 0, miscounted: 0 },
    ...{ exposures: 0, exposuresMiscounted: 0, wrong: [] },
  })
  expect(machine.deaths).toEqual([])
  expect(timeIsUp() || total('times') === faults).toBe(true)
})

/** Kills an application once it has something in its outbox file, or after a while. */
async function killWithOutbox(programs: readonly MeasuredProgram[], chance: () => number): Promise<void> {
  const program = programs[Math.floor(chance() * programs.length)]
  for (let waited = 0; waited < 8_000 && (await program?.kept())?.length === 0; waited += 50) await sleep(50)
  await program?.kill()
}

/** Another server on the machine's database, which restarts at the same URL. */
class SecondServer {
  #server: ReturnType<typeof startProcess>
  readonly #settings: Record<string, string>
  readonly url: string

  private constructor(settings: Record<string, string>) {
    this.#settings = settings
    this.url = `http://127.0.0.1:${settings['PORT']}`
    this.#server = startProcess(settings)
  }

  static async start(machine: Machine): Promise<SecondServer> {
    const server = new SecondServer({ ...machine.settings, PORT: String(await freePort()) })
    onTestFinished(() => server.#end())
    await server.#server.ready
    return server
  }

  /** Kills it, and restarts it until it responds. */
  async kill(): Promise<void> {
    await this.#end()
    for (let attempt = 1; ; attempt += 1) {
      this.#server = startProcess(this.#settings)
      try {
        await this.#server.ready
        return
      } catch (error) {
        if (attempt === 60) throw error
      }
    }
  }

  async #end(): Promise<void> {
    this.#server.kill('SIGKILL')
    await this.#server.exited
  }
}
