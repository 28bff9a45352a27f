import { rolloutOf, type Share } from '../../../shared/datafile/shares.ts'
import { soleVariant } from '../../../shared/datafile/sole-variant.ts'
import { type FlagOrder, sorted } from '../../../shared/features/flags/filter/order.ts'
import type { FlagLine } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import {
  changesFrom,
  entriesSince,
  everOn,
  type FlagEntry,
  flagEntriesBetween,
  flagHeadsUpTo,
  flagsChangedFrom,
  logEnds,
} from './index-queries.ts'
import { flagLine } from './view.ts'

/** What the index keeps of a flag in one environment. */
export type IndexedCell = {
  on: boolean
  rules: number
  /** The one variant that everybody gets (`''`: the caller's default), and since when at least; see `soleVariant`. */
  sole: string | undefined
  soleSinceMs: number
  publishedMs: number
  /** The variant that is on its way, and how far; see `rolloutOf`. */
  rollout: Share | null
}

/** What the index keeps of a flag. */
export type IndexedFlag = {
  flag: FlagLine
  createdMs: number
  expectedEndMs: number | null
  cells: Record<string, IndexedCell>
  updatedAt: string
  /** In how many environments it is on, and in how many it is on its way to everybody. */
  onIn: number
  rollingIn: number
  everOn: boolean
}

type Place = { key: string; number: number }
type LogEnd = { id: string; key: string; headNumber: number }

/** Some milliseconds of work. */
const headsInSlice = 500

const dayMs = 24 * 3_600_000
/** A variant that was served for so long has settled: since when exactly is not asked. */
export const settledAfterMs = 14 * dayMs

/**
 * The flags of one project as filters, orders and states need them: their rows, and of every environment a few words. Each
 * call first reads what changed since the last one, from the log and from the flags' rows, so it says what the database
 * says. A document is read once, when it is published.
 */
export class ProjectIndex {
  readonly #flags = new Map<string, IndexedFlag>()
  readonly #places = new Map<string, Place>()
  #horizon = '0'
  #withCells = false
  #withPast = false
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #orders = new Map<FlagOrder | undefined, readonly IndexedFlag[]>()
  /** How many flags have a row. */
  #known = 0

  /** Every flag, live and archived, in an order; `cells` with what the environments serve now. */
  async flags(ctx: ProjectCtx, cells: boolean, order?: FlagOrder): Promise<readonly IndexedFlag[]> {
    this.#withCells ||= cells
    await this.#fresh(ctx)
    const flags = this.#orders.get(order) ?? sorted([...this.#flags.values()].filter(hasRow), order)
    this.#orders.set(order, flags)
    return flags
  }

  /** The same with what needs more of the log than its end: since when they serve what they serve, and if ever on. */
  async withPast(ctx: ProjectCtx): Promise<readonly IndexedFlag[]> {
    const flags = await this.flags(ctx, true)
    if (!this.#withPast) {
      await this.#readPast(ctx)
      this.#withPast = true
    }
    return flags
  }

  /** The keys of the environments whose cells it has. */
  get environments(): string[] {
    return [...this.#places.values()].map(({ key }) => key)
  }

  /** How much it keeps. */
  get size(): number {
    return this.#flags.size * (1 + this.#places.size)
  }

  /** Whoever comes while it is read waits for the next reading, all together. */
  #fresh(ctx: ProjectCtx): Promise<void> {
    if (this.#next) return this.#next
    const begun = this.#running.then(() => {
      this.#next = undefined
      return this.#read(ctx)
    })
    this.#next = begun
    this.#running = begun.catch(() => undefined)
    return begun
  }

  async #read(ctx: ProjectCtx): Promise<void> {
    await this.#readRows(ctx)
    if (this.#withCells) await this.#readLogs(ctx)
  }

  async #readRows({ db, project }: ProjectCtx): Promise<void> {
    const { horizon, flags } = await changesFrom(db, project)
    const changed = await flagsChangedFrom(db, project, this.#horizon)
    for (const line of changed) {
      const row = this.#rowOf(line.key)
      if (!hasRow(row)) this.#known++
      row.flag = flagLine(line)
      row.createdMs = line.createdAt.getTime()
      row.expectedEndMs = line.expectedEnd?.getTime() ?? null
      this.#date(row)
    }
    this.#horizon = horizon
    if (changed.length > 0) this.#orders.clear()
    // one was deleted since: rows that are gone tell nothing
    if (this.#known > flags) await this.#forgetRows(db, project)
  }

  async #forgetRows(db: ProjectCtx['db'], project: ProjectCtx['project']): Promise<void> {
    const there = new Set((await flagsChangedFrom(db, project, '0')).map(({ key }) => key))
    for (const key of this.#flags.keys()) if (!there.has(key)) this.#flags.delete(key)
    this.#known = [...this.#flags.values()].filter(hasRow).length
    this.#orders.clear()
  }

  async #readLogs({ db, project }: ProjectCtx): Promise<void> {
    const ends = await logEnds(db, project)
    for (const id of this.#places.keys()) if (!ends.some((end) => end.id === id)) this.#forgetEnvironment(id)
    for (const { id, key, headNumber } of ends) {
      const place = this.#places.get(id)
      if (place?.number === headNumber) continue
      if (place) {
        for (const entry of await flagEntriesBetween(db, id, place.number, headNumber)) this.#apply(key, entry)
      } else await this.#readHeads(db, { id, key, headNumber })
      this.#orders.delete('updated')
      this.#places.set(id, { key, number: headNumber })
    }
  }

  /** All that an environment has, a slice at a time: others are answered between two. */
  async #readHeads(db: ProjectCtx['db'], { id, key, headNumber }: LogEnd): Promise<void> {
    for (let after = ''; ; ) {
      const slice = await flagHeadsUpTo(db, id, headNumber, after, headsInSlice)
      for (const entry of slice) this.#apply(key, entry)
      after = slice.at(-1)?.key ?? ''
      if (slice.length < headsInSlice) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #apply(environment: string, { key, publishedMs, document }: FlagEntry): void {
    const row = this.#rowOf(key)
    const before = row.cells[environment]
    const cell = document === null ? undefined : cellOf(document, publishedMs, before)
    if (cell === undefined) delete row.cells[environment]
    else row.cells[environment] = cell
    row.everOn ||= cell?.on === true
    this.#count(row, before, cell)
  }

  #forgetEnvironment(id: string): void {
    const { key } = this.#places.get(id) ?? { key: '' }
    this.#places.delete(id)
    this.#orders.delete('updated')
    for (const row of this.#flags.values()) {
      const before = row.cells[key]
      delete row.cells[key]
      this.#count(row, before, undefined)
      row.everOn = row.onIn > 0
    }
    // that it was on there is gone with the environment's log: the others' are asked once more
    this.#withPast = false
  }

  /** A cell has come in the place of another: what the row says of all of them. */
  #count(row: IndexedFlag, before: IndexedCell | undefined, cell: IndexedCell | undefined): void {
    row.onIn += Number(cell?.on === true) - Number(before?.on === true)
    row.rollingIn += Number(isRolling(cell)) - Number(isRolling(before))
    this.#date(row)
  }

  #rowOf(key: string): IndexedFlag {
    const found = this.#flags.get(key)
    if (found) return found
    const row: IndexedFlag = {
      ...{ flag: unknown, createdMs: 0, expectedEndMs: null, cells: {} },
      ...{ updatedAt: '', onIn: 0, rollingIn: 0, everOn: false },
    }
    this.#flags.set(key, row)
    return row
  }

  #date(row: IndexedFlag): void {
    let newest = 0
    for (const { publishedMs } of Object.values(row.cells)) if (publishedMs > newest) newest = publishedMs
    row.updatedAt = newest === 0 ? row.flag.createdAt : new Date(newest).toISOString()
  }

  async #readPast({ db, project, now }: ProjectCtx): Promise<void> {
    const since = now().getTime() - settledAfterMs
    for (const { id, key: environment } of await logEnds(db, project)) {
      const young = [...this.#flags].flatMap(([key, { cells }]) => {
        const cell = cells[environment]
        return cell?.sole !== undefined && cell.publishedMs > since ? [key] : []
      })
      const runs = new Map<string, number | null>()
      const entries = young.length === 0 ? [] : await entriesSince(db, id, young, new Date(since))
      for (const { key, document, publishedAt } of entries) {
        // the entries asked for are flags'
        const served = document === null ? undefined : soleVariant(document as FlagDocument)
        const held = this.#flags.get(key)?.cells[environment]?.sole
        runs.set(key, served === held ? (runs.get(key) ?? publishedAt.getTime()) : null)
      }
      for (const [key, begun] of runs) {
        const cell = this.#flags.get(key)?.cells[environment]
        if (cell && begun !== null) cell.soleSinceMs = Math.min(cell.soleSinceMs, begun)
      }
    }
    const offNow = [...this.#flags].flatMap(([key, row]) => (row.everOn ? [] : [key]))
    for (const key of offNow.length === 0 ? [] : await everOn(db, project, offNow)) this.#rowOf(key).everOn = true
  }
}

const isRolling = (cell: IndexedCell | undefined): boolean => cell !== undefined && cell.rollout !== null

const hasRow = ({ flag }: IndexedFlag): boolean => flag !== unknown

/** Of a flag that is in an environment and whose row was not read yet. */
const unknown: FlagLine = {
  ...{ key: '', name: '', description: '', type: 'boolean', variants: [], tags: [], owner: null },
  ...{
    permanence: 'temporary',
    expectedEnd: null,
    visibleToClients: false,
    createdAt: '',
    archivedAt: null,
    keptIn: null,
  },
}

const cellOf = (document: FlagDocument, publishedMs: number, before: IndexedCell | undefined): IndexedCell => {
  const sole = soleVariant(document)
  const goesOn = sole !== undefined && before?.sole === sole
  return {
    on: document.on,
    rules: document.rules.length,
    sole,
    soleSinceMs: goesOn ? before.soleSinceMs : publishedMs,
    publishedMs,
    rollout: rolloutOf(document),
  }
}
