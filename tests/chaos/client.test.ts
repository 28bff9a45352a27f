import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aCrew, flagOf } from './crew.ts'
import { Ledger } from './ledger.ts'
import { Machine, timeIsUp } from './machine.ts'
import { startPrograms } from './programs.ts'
import { median, report } from './report.ts'
import { judge, nothingWrong } from './verdict.ts'
import { Hand } from './write.ts'

/** Run longer by hand: `npm run chaos -- --client-kills 1000`. */
const kills = Number(process.env['FANION_CHAOS_CLIENT_KILLS'] ?? 2)
const promisedMs = 5_000

it(`a program that evaluates 10 000 times a second feels nothing of ${kills} kills of its server`, {
  timeout: kills * 20_000 + 120_000,
}, async () => {
  const machine = await Machine.start()
  const crew = await aCrew(machine, 1)
  const [writer] = crew.writers
  if (!writer) throw new Error('nobody writes')
  const [ledger, environment] = [new Ledger(), 'development']
  const hand = new Hand(crew, ledger, writer)
  const programs = await startPrograms(
    machine.url,
    [{ environment, key: await crew.aKey(environment) }],
    [flagOf(writer)],
    10,
  )
  const [program] = programs
  const caughtUp = async () => {
    const newest = ledger.publications.at(-1)?.number
    while (program?.revision !== newest) await sleep(5)
  }

  const lags: number[] = []
  for (let kill = 1; kill <= kills && !timeIsUp(); kill += 1) {
    await hand.publish()
    // The stream may or may not have delivered it by now.
    await sleep(Math.random() * 20)
    await machine.killServer()
    const back = performance.now()
    await hand.publish()
    await caughtUp()
    lags.push(performance.now() - back)
  }
  const verdict = await judge(machine, crew, ledger, programs)
  const late = lags.filter((lag) => lag > promisedMs).length
  await report('client', {
    title: 'One program whose server is killed repeatedly',
    said: [
      'It evaluates 10 000 times a second, and reconnects this long after the server is back. It retries after at ' +
        'most 1, 2, then 4 s, for the first hundred attempts:',
    ],
    rows: [
      {
        fault: 'server killed',
        times: lags.length,
        evaluations: program?.evaluations ?? 0,
        'wrong values and exceptions': verdict.astray.length,
        'acknowledged writes': ledger.size,
        lost: verdict.lost.length,
        'median, ms': Math.round(median(lags)),
        'longest, ms': Math.round(Math.max(...lags)),
        [`over ${promisedMs / 1_000} s`]: late,
      },
    ],
  })
  expect(machine.deaths).toEqual([])
  expect(verdict).toEqual(nothingWrong)
  expect(await machine.stopServer()).toBe(0)
})
