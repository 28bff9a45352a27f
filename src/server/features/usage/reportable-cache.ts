import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunKind } from '../../../shared/features/runs/schemas/run.ts'
import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import { type MeasuredRow, measureKeyOf, readReportableOf } from './measured-queries.ts'
import { variantForUnit } from './variant-for-unit.ts'

export type KnownEvent = { readonly id: number; readonly definition: TrackedDefinition }
export type KnownRun = {
  readonly id: number
  readonly kind: RunKind
  readonly flag: string
  /** The attribute that identifies its units. Null for the targeting key. */
  readonly by: string | null
  /** Index of each variant in the run's arms. */
  readonly arms: ReadonlyMap<string, number>
  readonly arm: (unit: string) => string | null
  readonly openedAtMs: number
  readonly endedAtMs: number
}

/** The data that an environment's reports are checked against. Cached and reloaded after changes. */
export type Reportable = {
  readonly place: number
  readonly projectId: string
  /** Key of the unit digests. */
  readonly key: string
  readonly events: ReadonlyMap<string, KnownEvent>
  readonly runs: ReadonlyMap<number, KnownRun>
  /** Attributes by which any run splits. */
  readonly kinds: ReadonlySet<string>
  /** Undeclared event names. Grows up to a maximum. */
  readonly undeclared: Set<string>
  readonly readAtMs: number
}

/** Encryption purpose of an environment's digest key. */
export const unitKeyPurpose = (environmentId: string): string => `measure key ${environmentId}`
/** Cached data older than this, in ms, is reloaded even without a change notification. */
const restsMs = 60_000
/** Delay in ms before reloading for a report with unknown names. All such reports in this time share one reload. */
const againMs = 250

/** Caches what is declared and open in each environment, so that accepting a report needs no database query. */
export class ReportableCache {
  readonly #db: Db
  readonly #vault: Vault
  readonly #now: () => Date
  readonly #known = new Map<string, Promise<Reportable>>()
  readonly #again = new Map<string, Promise<Reportable>>()

  constructor(db: Db, vault: Vault, now: () => Date) {
    this.#db = db
    this.#vault = vault
    this.#now = now
  }

  /** The data that an environment's reports are checked against. */
  async get(environmentId: string): Promise<Reportable> {
    const known = this.#known.get(environmentId)
    if (known) {
      const measured = await known
      if (this.#now().getTime() - measured.readAtMs < restsMs) return measured
    }
    // a concurrent call may already have started the reload
    if (this.#known.get(environmentId) === known) void this.#begin(environmentId)
    return this.#known.get(environmentId) ?? this.#read(environmentId)
  }

  /** The same data, reloaded after this call, because another server may have just declared the named event or run. */
  async getAgain(environmentId: string): Promise<Reportable> {
    const waiting = this.#again.get(environmentId)
    if (waiting) return waiting
    const again = sleep(againMs).then(() => {
      this.#again.delete(environmentId)
      return this.#begin(environmentId)
    })
    this.#again.set(environmentId, again)
    return again
  }

  #begin(environmentId: string): Promise<Reportable> {
    const reading = this.#read(environmentId)
    this.#known.set(environmentId, reading)
    reading.catch(() => {
      if (this.#known.get(environmentId) === reading) this.#known.delete(environmentId)
    })
    return reading
  }

  /** Invalidates what is cached about this project or environment, or everything without an id. */
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

  async #read(environmentId: string): Promise<Reportable> {
    const readAtMs = this.#now().getTime()
    const seal = () => this.#vault.seal(randomBytes(32).toString('base64url'), unitKeyPurpose(environmentId))
    const { place, sealed } = await measureKeyOf(this.#db, environmentId, seal)
    const row = await readReportableOf(this.#db, environmentId, place, this.#now())
    if (!row) throw new Error('the environment is gone')
    const runs = knownRuns(row)
    return {
      place,
      projectId: row.projectId,
      key: this.#vault.open(sealed, unitKeyPurpose(environmentId)),
      events: new Map(row.events.map(({ id, key, definition }) => [key, { id, definition }])),
      runs,
      kinds: new Set([...runs.values()].flatMap(({ by }) => by ?? [])),
      undeclared: new Set(row.undeclared.slice(0, limits.undeclaredEvents)),
      readAtMs,
    }
  }
}

/** The runs that reports may name, by number. */
export const knownRuns = ({ runs }: Pick<MeasuredRow, 'runs'>): ReadonlyMap<number, KnownRun> =>
  new Map(
    runs.map(({ id, kind, number, flag, salt, arms, rule, openedAt, endedAt }): [number, KnownRun] => [
      number,
      {
        ...{ id, kind, flag },
        by: ('split' in rule.serve && rule.serve.split.point?.by) || null,
        arms: new Map(arms.map((variant, at) => [variant, at])),
        arm: variantForUnit(rule, salt),
        openedAtMs: openedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(openedAt),
        endedAtMs: endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt),
      },
    ]),
  )
