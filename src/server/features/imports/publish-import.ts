import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { WrittenEnvironment } from '../../../shared/features/imports/schemas/import.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'

import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { yieldingMap } from '../../platform/kernel/yielding-map.ts'
import { dormantDocument } from '../flags/dormant-document.ts'
import { authorizationNeedsEffect, checkProtection } from '../publishing/check-protection.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { appendChecked, type CheckedPublishRequest, checkPublishRequest } from '../publishing/publish.ts'
import { headsOf, lockEnvironment } from '../publishing/queries.ts'
import { type itemsAt } from './queries.ts'
import { recordWrittenSubjects } from './written-queries.ts'

type Item = Awaited<ReturnType<typeof itemsAt>>[number]
type TxCtx = ProjectCtx & { readonly db: Tx }

export type ImportPublishRequest = {
  source: string
  items: readonly Item[]
  /** The items that are new in the project. */
  made: readonly Item[]
  /** From their environment keys to ours. */
  mapping: Readonly<Record<string, string>>
  message: string
}

/**
 * Publishes items to all their environments, one revision each. If the files lack a new flag's document for an
 * environment, it is added off and without a value. Everything is read and checked before the first environment is
 * locked, so that other publishers wait only for the writes. If the environment has changed since, or requires
 * approvals, this is repeated under the lock. Environments are locked by id, as in every publish to several. Returns
 * what was written, and what must be proposed because the environment requires approvals.
 */
export async function publishImport(
  tx: TxCtx,
  publishing: ImportPublishRequest,
): Promise<{ written: WrittenEnvironment[]; proposed: ProposedEntry[] }> {
  const written: WrittenEnvironment[] = []
  const proposed: ProposedEntry[] = []
  const environments = (await proveEnvironments(tx.db, tx.project)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const plans: (Plan | undefined)[] = []
  for (const environment of environments) {
    plans.push(await planAhead({ ...tx, environment }, publishing))
  }
  for (const [at, environment] of environments.entries()) {
    const ctx = { ...tx, environment }
    const { entries, rest, number, base } = await write(ctx, publishing, plans[at])
    for (const { kind, key, document } of rest) {
      // Safe cast: entries have documents of their kind.
      proposed.push({ environment: environment.key, kind, key, base: number ?? base, document } as ProposedEntry)
    }
    if (entries.length > 0 || rest.length > 0) {
      written.push({ environment: environment.key, revision: number, subjects: entries.length })
    }
  }
  return { written, proposed }
}

/** What to publish to one environment, with the state it was computed from. */
type Plan = {
  readonly base: number
  readonly entries: readonly Entry[]
  /** Entries that need approvals. */
  readonly rest: readonly Entry[]
  readonly heads: ReadonlyMap<string, Head>
  readonly checked: CheckedPublishRequest | undefined
}
type Head = Awaited<ReturnType<typeof headsOf>>[number]

const placeOf = ({ kind, key }: Pick<Entry, 'kind' | 'key'>): string => `${kind}/${key}`

/** Prepares a plan without a lock. Undefined if the effect on users must be checked under the lock. */
async function planAhead(ctx: TxCtx & EnvironmentCtx, publishing: ImportPublishRequest): Promise<Plan | undefined> {
  if (authorizationNeedsEffect(ctx)) return undefined
  const plan = await planFor(ctx, publishing)
  const seen = plan.checked?.draft.seen
  return seen && authorizationNeedsEffect({ ...ctx, environment: { ...ctx.environment, ...seen } }) ? undefined : plan
}

/** Reads and checks what to publish to an environment. If the checks need its lock, the caller must hold it. */
async function planFor(
  ctx: TxCtx & EnvironmentCtx,
  { items, made, mapping, message }: ImportPublishRequest,
): Promise<Plan> {
  const { environment } = ctx
  const [name] = Object.entries(mapping).flatMap(([theirs, ours]) => (ours === environment.key ? [theirs] : []))
  const isNew = new Set(made.map(({ position }) => position))
  const base = await headNumberOf(ctx.db, environment)
  const wanted = (await yieldingMap(items, (item) => entryOf(item, name, isNew.has(item.position)))).flat()
  const heads = new Map((await headsOf(ctx.db, environment, wanted)).map((head) => [placeOf(head), head]))
  const moves = await yieldingMap(wanted, (entry) => {
    const head = heads.get(placeOf(entry))
    return head === undefined || canonicalJson(head.document) !== canonicalJson(entry.document)
  })
  const moved = wanted.filter((_, at) => moves[at])
  const { entries, rest } = await allowed(ctx, moved, message, (entry) => !heads.has(placeOf(entry)))
  const checked =
    entries.length > 0 ? await checkPublishRequest(ctx, { base, message, entries, mark: 'import' }) : undefined
  return { base, entries, rest, heads, checked }
}

/** Writes a plan. If there is none or it is outdated, creates one under the lock. Records what it wrote. */
async function write(
  ctx: TxCtx & EnvironmentCtx,
  publishing: ImportPublishRequest,
  planned: Plan | undefined,
): Promise<Plan & { number: number | null }> {
  const append = async ({ checked, entries }: Plan) =>
    entries.length === 0 ? null : checked && (await appendChecked(ctx, checked))?.number
  let plan = planned
  let number = plan && (await append(plan))
  if (plan === undefined || number === undefined) {
    await lockEnvironment(ctx.db, ctx.environment)
    plan = await planFor(ctx, publishing)
    number = await append(plan)
  }
  if (number === undefined) throw new Error(`the log of ${ctx.environment.key} moved under its lock`)
  const { entries, rest, heads } = plan
  const published = new Set(entries.map(placeOf))
  const noted = [...entries, ...rest.filter((entry) => !published.has(placeOf(entry)))].map((entry) => {
    const head = heads.get(placeOf(entry))
    const at = published.has(placeOf(entry)) ? number : head?.number
    return { kind: entry.kind, key: entry.key, number: at ?? 0, before: head?.document ?? null }
  })
  const place = { source: publishing.source, environment: ctx.environment.id }
  if (noted.length > 0) await recordWrittenSubjects(ctx.db, place, noted)
  return { ...plan, number }
}

/** The entry of an item for one environment, which the source calls `name`. */
function entryOf({ kind, key, documents }: Item, name: string | undefined, isNew: boolean): Entry[] {
  const document = name === undefined ? undefined : documents[name]
  // Safe cast: an item's documents have its kind.
  if (document !== undefined) return [{ kind, key, document } as Entry]
  const [any] = Object.values(documents)
  return isNew && kind === 'flag' && any !== undefined
    ? [{ kind, key, document: dormantDocument(any as FlagDocument) }]
    : []
}

/**
 * Splits entries into those that may be published now and those that need a change. If they need approvals, only the
 * new flags are published now, turned off.
 */
async function allowed(
  ctx: EnvironmentCtx,
  entries: readonly Entry[],
  message: string,
  isNew: (entry: Entry) => boolean,
): Promise<{ entries: Entry[]; rest: Entry[] }> {
  if (entries.length === 0 || ctx.environment.requiredApprovals === 0) return { entries: [...entries], rest: [] }
  try {
    await checkProtection(ctx, { message, entries })
    return { entries: [...entries], rest: [] }
  } catch (error) {
    if (!(error instanceof FanionError) || error.code !== 'change/approval-required') throw error
  }
  const quiet = entries
    .filter(isNew)
    .map(
      (entry): Entry =>
        entry.kind === 'flag' && entry.document !== null
          ? { ...entry, document: dormantDocument(entry.document) }
          : entry,
    )
  const same = new Set(quiet.filter((entry) => entry.kind === 'segment').map(({ key }) => key))
  const rest = entries.filter((entry) => !(entry.kind === 'segment' && same.has(entry.key)))
  return { entries: quiet, rest }
}
