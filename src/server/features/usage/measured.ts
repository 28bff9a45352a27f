import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunKind } from '../../../shared/features/runs/schemas/run.ts'
import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import { armOf } from './arm-of.ts'
import { type MeasuredRow, measuredOf, measureKeyOf } from './measured-queries.ts'

export type KnownEvent = { readonly id: number; readonly definition: TrackedDefinition }
export type KnownRun = {
  readonly id: number
  readonly kind: RunKind
  readonly flag: string
  /** The attribute that names its units; null for the targeting key. */
  readonly by: string | null
  /** The place of a variant among the run's arms. */
  readonly arms: ReadonlyMap<string, number>
  readonly arm: (unit: string) => string | null
  readonly openedAtMs: number
  readonly endedAtMs: number
}

/** All that a report is judged by; read once, and again when any of it changed. */
export type Measured = {
  readonly place: number
  readonly projectId: string
  /** Of the units' digests. */
  readonly key: string
  readonly events: ReadonlyMap<string, KnownEvent>
  readonly runs: ReadonlyMap<number, KnownRun>
  /** The attributes by which a run splits. */
  readonly kinds: ReadonlySet<string>
  /** Names that nobody declared; grows to so many and no more. */
  readonly undeclared: Set<string>
  readonly readAtMs: number
}

/** What the key of an environment's digests is sealed for. */
export const measurePurpose = (environmentId: string): string => `measure key ${environmentId}`
/** Older than this it is read again, whatever was heard. */
const restsMs = 60_000
/** So long whoever names what it does not hold waits at most until it is read again, once for all who do. */
const againMs = 250

/** What is declared and open in each environment, in memory: an intake asks no database for it. */
export class MeasuredMemory {
  readonly #db: Db
  readonly #vault: Vault
  readonly #now: () => Date
  readonly #known = new Map<string, Promise<Measured>>()
  readonly #again = new Map<string, Promise<Measured>>()

  constructor(db: Db, vault: Vault, now: () => Date) {
    this.#db = db
    this.#vault = vault
    this.#now = now
  }

  /** What an environment's reports are judged by. */
  async get(environmentId: string): Promise<Measured> {
    const known = this.#known.get(environmentId)
    if (known) {
      const measured = await known
      if (this.#now().getTime() - measured.readAtMs < restsMs) return measured
    }
    // whoever asked meanwhile has begun it
    if (this.#known.get(environmentId) === known) void this.#begin(environmentId)
    return this.#known.get(environmentId) ?? this.#read(environmentId)
  }

  /** The same, read after this was asked: another server may have declared what was named an instant ago. */
  async getAgain(environmentId: string): Promise<Measured> {
    const waiting = this.#again.get(environmentId)
    if (waiting) return waiting
    const again = sleep(againMs).then(() => {
      this.#again.delete(environmentId)
      return this.#begin(environmentId)
    })
    this.#again.set(environmentId, again)
    return again
  }

  #begin(environmentId: string): Promise<Measured> {
    const reading = this.#read(environmentId)
    this.#known.set(environmentId, reading)
    reading.catch(() => {
      if (this.#known.get(environmentId) === reading) this.#known.delete(environmentId)
    })
    return reading
  }

  /** Something of this project or environment changed; without an id anything may have. */
  forget(id?: string): void {
    if (id === undefined) return this.#known.clear()
    for (const [environmentId, known] of this.#known) {
      if (environmentId === id) this.#known.delete(environmentId)
      else
        known.then(
          ({ projectId }) =>
            projectId === id && this.#known.get(environmentId) === known && this.#known.delete(environmentId),
          () => undefined,
        )
    }
  }

  async #read(environmentId: string): Promise<Measured> {
    const readAtMs = this.#now().getTime()
    const seal = () => this.#vault.seal(randomBytes(32).toString('base64url'), measurePurpose(environmentId))
    const { place, sealed } = await measureKeyOf(this.#db, environmentId, seal)
    const row = await measuredOf(this.#db, environmentId, place, this.#now())
    if (!row) throw new Error('the environment is gone')
    const runs = knownRuns(row)
    return {
      place,
      projectId: row.projectId,
      key: this.#vault.open(sealed, measurePurpose(environmentId)),
      events: new Map(row.events.map(({ id, key, definition }) => [key, { id, definition }])),
      runs,
      kinds: new Set([...runs.values()].flatMap(({ by }) => by ?? [])),
      undeclared: new Set(row.undeclared.slice(0, limits.undeclaredEvents)),
      readAtMs,
    }
  }
}

/** The runs of which something may be told, by number. */
export const knownRuns = ({ runs }: Pick<MeasuredRow, 'runs'>): ReadonlyMap<number, KnownRun> =>
  new Map(
    runs.map(({ id, kind, number, flag, salt, arms, rule, openedAt, endedAt }): [number, KnownRun] => [
      number,
      {
        ...{ id, kind, flag },
        by: ('split' in rule.serve && rule.serve.split.point?.by) || null,
        arms: new Map(arms.map((variant, at) => [variant, at])),
        arm: armOf(rule, salt),
        openedAtMs: openedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(openedAt),
        endedAtMs: endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt),
      },
    ]),
  )
