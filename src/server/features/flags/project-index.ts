import { rolloutOf, type Share } from '../../../shared/datafile/shares.ts'
import { soleVariant } from '../../../shared/datafile/sole-variant.ts'
import { type FlagOrder, sorted } from '../../../shared/features/flags/filter/order.ts'
import type { FlagLine } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import {
  changeHorizon,
  type FlagEntry,
  flagEntriesBetween,
  flagEntriesSince,
  flagHeadsUpTo,
  flagsChangedSince,
  flagsEverOn,
  logEnds,
} from './index-queries.ts'
import { flagLine } from './view.ts'

export type IndexedCell = {
  on: boolean
  rules: number
  /**
   * The variant that all users get (`''`: the code default), and the latest time by which this was so; see
   * `soleVariant`.
   */
  sole: string | undefined
  soleSinceMs: number
  publishedMs: number
  /** The variant being rolled out, and its share; see `rolloutOf`. */
  rollout: Share | null
}

export type IndexedFlag = {
  flag: FlagLine
  createdMs: number
  expectedEndMs: number | null
  cells: Record<string, IndexedCell>
  updatedAt: string
  /** Number of environments in which it is on, and in which it is being rolled out. */
  onIn: number
  rollingIn: number
  everOn: boolean
}

type HeadPosition = { key: string; number: number }
type LogEnd = { id: string; key: string; headNumber: number }

/** Heads to process per slice: a few milliseconds of work. */
const headsInSlice = 500

const dayMs = 24 * 3_600_000
/** Serving one variant for this long counts as settled. Older start times are not needed. */
export const settledAfterMs = 14 * dayMs

/**
 * Index of a project's flags for filters, sorting and states: their rows and a summary per environment. Each call first
 * reads changes since the last one, from the log and the rows, so results always match the database. Each document is
 * read only once, when it is published.
 */
export class ProjectIndex {
  readonly #flags = new Map<string, IndexedFlag>()
  readonly #places = new Map<string, HeadPosition>()
  #horizon = '0'
  #withCells = false
  #withPast = false
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #orders = new Map<FlagOrder | undefined, readonly IndexedFlag[]>()
  #known = 0

  /** All flags, active and archived, in an order. With `cells`, includes what the environments serve now. */
  async flags(ctx: ProjectCtx, cells: boolean, order?: FlagOrder): Promise<readonly IndexedFlag[]> {
    this.#withCells ||= cells
    await this.#fresh(ctx)
    const flags = this.#orders.get(order) ?? sorted([...this.#flags.values()].filter(hasRow), order)
    this.#orders.set(order, flags)
    return flags
  }

  /**
   * Like `flags`, but also with data that needs older log entries: since when they serve their variant, and if they
   * were ever on.
   */
  async withPast(ctx: ProjectCtx): Promise<readonly IndexedFlag[]> {
    const flags = await this.flags(ctx, true)
    if (!this.#withPast) {
      await this.#readPast(ctx)
      this.#withPast = true
    }
    return flags
  }

  get environments(): string[] {
    return [...this.#places.values()].map(({ key }) => key)
  }

  /** Size in cells and rows, for the memory limit. */
  get size(): number {
    return this.#flags.size * (1 + this.#places.size)
  }

  /** Refreshes the index. Calls during a refresh share the next one. */
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
    const { horizon, flags } = await changeHorizon(db, project)
    const changed = await flagsChangedSince(db, project, this.#horizon)
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
    // a flag was deleted since, which only a comparison of all rows can reveal
    if (this.#known > flags) await this.#forgetRows(db, project)
  }

  async #forgetRows(db: ProjectCtx['db'], project: ProjectCtx['project']): Promise<void> {
    const there = new Set((await flagsChangedSince(db, project, '0')).map(({ key }) => key))
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

  /** Reads all flags of an environment, in slices, so that other requests are served in between. */
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
    // the deleted environment's log may have held the evidence that flags were on, so the other logs are checked again
    this.#withPast = false
  }

  /** Updates the totals of a flag's row after a cell was replaced. */
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
      const entries = young.length === 0 ? [] : await flagEntriesSince(db, id, young, new Date(since))
      for (const { key, document, publishedAt } of entries) {
        // Safe cast: these are entries of flags.
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
    for (const key of offNow.length === 0 ? [] : await flagsEverOn(db, project, offNow)) this.#rowOf(key).everOn = true
  }
}

const isRolling = (cell: IndexedCell | undefined): boolean => cell !== undefined && cell.rollout !== null

const hasRow = ({ flag }: IndexedFlag): boolean => flag !== unknown

/** Placeholder for a flag that is in an environment but whose row has not been read yet. */
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
