import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ledger } from './ledger.ts'
import { type Fault, faults, type Machine, timeIsUp } from './machine.ts'

/** A fault, and how long its effect lasted. */
export type Blow = {
  readonly fault: Fault
  readonly at: Date
  /** From the fault to the first acknowledgement of an action that started after it. */
  readonly recoveryMs: number
}

const kinds: readonly Fault[] = [
  'server killed',
  'connections cut',
  'PostgreSQL killed',
  'connections cut',
  'both killed',
  'connections cut',
  'server killed',
  'connections cut',
  'PostgreSQL killed',
  'connections cut',
]

/** Causes faults while users write, each at a random time after they have succeeded again. */
export async function storm(machine: Machine, ledger: Ledger, count: number, told: (blow: Blow) => void) {
  const blows: Blow[] = []
  for (let blow = 0; blow < count && !timeIsUp(); blow++) {
    const fault = kinds[blow % kinds.length] ?? 'server killed'
    for (const before = ledger.size; ledger.size < before + 8; ) await sleep(5)
    await sleep(Math.random() * 150)
    const [at, began] = [new Date(), performance.now()]
    ledger.fault = blow + 1
    const recovered = ledger.nextAcknowledged()
    await faults[fault](machine)
    await recovered
    blows.push({ fault, at, recoveryMs: performance.now() - began })
    told(blows[blow] ?? { fault, at, recoveryMs: 0 })
  }
  return blows
}

/** Makes scheduled changes due soon instead of in a minute, until `stopped`. */
export async function hurryTime({ db }: Machine, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    await patiently(() =>
      sql`update schedule set due_at = now() + random() * interval '1 second'
        where ended_at is null and due_at > now() + interval '10 seconds'`.execute(db),
    )
    await sleep(100)
  }
}

/** Retries until the database is up. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(50)
    }
  }
}
