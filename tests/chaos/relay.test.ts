import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { relayProgram, type ServerProcess, startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'
import { Machine, timeIsUp } from './machine.ts'
import { aMeasuredProject, event, rule, storedIn } from './measured-project.ts'
import { startPrograms } from './programs.ts'
import { report } from './report.ts'
import { Sender } from './senders.ts'
import { patiently } from './storm.ts'

/** Run longer by hand: `npm run chaos -- --kills 100 --only relay`. */
const faults = Number(process.env['FANION_CHAOS_KILLS'] ?? 4)

it(`loses nothing that was acknowledged in ${faults} faults of relays, of a relay of relays, and of their upstream`, {
  timeout: faults * 30_000 + 180_000,
}, async () => {
  const machine = await Machine.start()
  const { api, project } = await anOwner(machine.url)
  await api.flags.create.mutate({
    project,
    key: 'checkout',
    name: 'Checkout',
    type: 'number',
    onIn: ['development'],
    variants: [{ key: 'on', value: 1 }],
  })
  const key = await aMeasuredProject(machine, api, project)
  const relayKey = (
    await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'relay' })
  ).text
  const relay = await RelayProcess.start(machine.url, relayKey)
  const near = await RelayProcess.start(relay.url, relayKey)
  // While the upstream is down, a relay rejects keys it does not know.
  for (const { url } of [relay, near])
    expect((await fetch(`${url}/sdk/v1/datafile`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  const senders = [relay, near].map(({ url }, at) => new Sender(at + 1, [url], key, event, rule))
  const counter = new Counter([relay.url, near.url], key)
  const [program] = await startPrograms(near.url, [{ environment: 'development', key }], ['checkout'])

  let over = false
  const working = Promise.all([...senders.map((sender) => sender.work(() => over)), counter.work(() => over)])
  const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.values.length, 0)
  /** Waits until `more` further batches were acknowledged. */
  const goesOn = async (more: number) => {
    const before = acknowledged()
    while (acknowledged() < before + more) await sleep(5)
  }
  const blows: Record<string, () => Promise<unknown>> = {
    // During the outage relays acknowledge everything, and then one of them is killed.
    'upstream away, and then the relay killed': () =>
      machine.restartServer(async () => {
        await goesOn(200)
        await relay.kill()
        await goesOn(200)
      }),
    'relay killed': () => relay.kill(),
    'upstream and PostgreSQL killed': () => Promise.all([machine.killDatabase(), machine.killServer()]),
    'the relay behind it killed': () => near.kill(),
    'both relays and the upstream killed': () => Promise.all([relay.kill(), near.kill(), machine.killServer()]),
  }
  const felt = new Map<string, { times: number; rows: number }>()
  for (let blow = 0; blow < faults && !timeIsUp(); blow += 1) {
    const names = Object.keys(blows)
    const name = names[blow % names.length] ?? ''
    const before = acknowledged()
    await goesOn(100)
    await blows[name]?.()
    const so = felt.get(name) ?? { times: 0, rows: 0 }
    felt.set(name, { times: so.times + 1, rows: so.rows + acknowledged() - before })
  }
  await goesOn(100)
  over = true
  await working
  await Promise.all([relay, near].map((one) => one.isEmpty()))
  await program?.stop()
  expect(program?.wrong).toEqual([])
  expect(program?.served.flatMap(({ values }) => values).every((value) => value === 1)).toBe(true)

  const found = await patiently(() => storedIn(machine))
  const counted = await patiently(() => countedIn(machine))
  const stored = new Set(found.values)
  const values = senders.flatMap((sender) => sender.acknowledged.values)
  const said = {
    lost: values.filter((value) => !stored.has(value)).length,
    twice: found.values.length - stored.size,
    invented: stored.size - values.length,
    exposures: found.exposures - senders.reduce((sum, one) => sum + one.acknowledged.units.length, 0),
    countsLost: Math.max(0, counter.acknowledged - counted),
    // A report without a response may have been counted, and is not retried.
    countsTwice: Math.max(0, counted - counter.acknowledged - counter.unanswered),
  }
  await report('relay', {
    title: 'Events, exposures and counts through relays',
    said: [
      `Events acknowledged by a relay, or a relay behind it: ${values.length}; lost ${said.lost}, stored twice ${said.twice}, stored and ` +
        `not acknowledged ${said.invented}. Evaluations counted and acknowledged: ${counter.acknowledged}; lost ${said.countsLost}, ` +
        `counted twice ${said.countsTwice}. A program behind both relays was answered ${program?.evaluations ?? 0} times, and never wrongly.`,
    ],
    rows: [...felt].map(([fault, so]) => ({ fault, times: so.times, 'events acknowledged': so.rows })),
  })
  expect(said).toEqual({ lost: 0, twice: 0, invented: 0, exposures: 0, countsLost: 0, countsTwice: 0 })
  expect(machine.deaths).toEqual([])
})

const countedIn = async ({ db }: Machine): Promise<number> => {
  const rows = await db.selectFrom('evaluationCount').select('count').where('flag', '=', 'counted').execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** An application that sends each report of counts only once: a lost report stays lost. */
class Counter {
  acknowledged = 0
  unanswered = 0
  readonly #urls: readonly string[]
  readonly #key: string

  constructor(urls: readonly string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  async work(isOver: () => boolean): Promise<void> {
    for (let count = 1; !isOver(); count += 1) {
      const at = new Date().toISOString()
      const counts = [{ flag: 'counted', variant: 'on', count }]
      const body = JSON.stringify({ instance: 'i', sdk: 'by hand', from: at, to: at, counts, dropped: 0 })
      const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' }
      const url = `${this.#urls[count % this.#urls.length]}/sdk/v1/telemetry`
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 202) this.acknowledged += count
      else this.unanswered += count
      await sleep(20)
    }
  }
}

/** A relay in its own process, which restarts at the same URL. */
class RelayProcess {
  #process: ServerProcess
  readonly #settings: Record<string, string>
  readonly url: string

  private constructor(settings: Record<string, string>) {
    this.#settings = settings
    this.url = `http://127.0.0.1:${settings['PORT']}`
    this.#process = this.#spawn()
  }

  static async start(upstream: string, key: string): Promise<RelayProcess> {
    const relay = new RelayProcess({
      ...{ PORT: String(await freePort()), FANION_DATA_DIR: await aFolder('chaos-relay'), LOG_LEVEL: 'error' },
      ...{ FANION_UPSTREAM: upstream, FANION_RELAY_KEYS: key },
    })
    onTestFinished(() => relay.#end())
    await relay.#process.ready
    return relay
  }

  /** Kills it, and restarts it until it responds. */
  async kill(): Promise<void> {
    await this.#end()
    for (let attempt = 1; ; attempt += 1) {
      this.#process = this.#spawn()
      try {
        await this.#process.ready
        return
      } catch (error) {
        if (attempt === 30) throw error
      }
    }
  }

  /** Waits until the upstream has everything the relay acknowledged. */
  async isEmpty(): Promise<void> {
    for (;;) {
      const text = await (await fetch(`${this.url}/metrics`)).text()
      const waiting = [...text.matchAll(/^fanion_relay_waiting_bytes\{.*\} (\d+)$/gm)]
      if (waiting.length > 0 && waiting.every(([, bytes]) => bytes === '0')) return
      await sleep(100)
    }
  }

  #spawn(): ServerProcess {
    return startProcess(this.#settings, [relayProgram, 'relay'])
  }

  async #end(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#process.exited
  }
}
