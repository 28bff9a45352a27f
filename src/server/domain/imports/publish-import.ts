import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProposedEntry } from '../../../shared/schemas/change.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Written } from '../../../shared/schemas/import.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'

import type { Tx } from '../../db/pool.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { checkProtection } from '../revisions/check-protection.ts'
import { publish } from '../revisions/publish.ts'
import { headsOf, lockEnvironment } from '../revisions/queries.ts'
import { type itemsAt } from './queries.ts'
import { noteWritten } from './written-queries.ts'

type Item = Awaited<ReturnType<typeof itemsAt>>[number]
type TxCtx = ProjectCtx & { readonly db: Tx }

export type Publishing = {
  source: string
  items: readonly Item[]
  /** Those that are new here. */
  made: readonly Item[]
  /** Theirs to ours. */
  mapping: Readonly<Record<string, string>>
  message: string
}

/**
 * Publishes items to every environment they go to, one revision each; new flags come off, and without an answer, where the
 * files say nothing of them. Environments are locked in the order of their ids, as whoever publishes to several does.
 * Answers what was written, and what has to be proposed since the environment asks for approvals.
 */
export async function publishImport(
  tx: TxCtx,
  { source, items, made, mapping, message }: Publishing,
): Promise<{ written: Written[]; proposed: ProposedEntry[] }> {
  const theirs = new Map(Object.entries(mapping).map(([name, key]) => [key, name]))
  const isNew = new Set(made.map(({ position }) => position))
  const written: Written[] = []
  const proposed: ProposedEntry[] = []
  const environments = await proveEnvironments(tx.db, tx.project)
  for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const ctx = { ...tx, environment }
    const { headNumber: base } = await lockEnvironment(tx.db, environment)
    const name = theirs.get(environment.key)
    const wanted = items.flatMap((item) => entryOf(item, name, isNew.has(item.position)))
    const heads = new Map((await headsOf(tx.db, environment, wanted)).map((head) => [`${head.kind}/${head.key}`, head]))
    const before = ({ kind, key }: Entry) => heads.get(`${kind}/${key}`)?.document ?? null
    const moved = wanted.filter((entry) => canonicalJson(before(entry)) !== canonicalJson(entry.document))
    const { entries, rest } = await allowed(ctx, moved, message, (entry) => before(entry) === null)
    const number = entries.length > 0 ? (await publish(ctx, { base, message, entries, mark: 'import' })).number : null
    const published = new Set(entries.map(({ kind, key }) => `${kind}/${key}`))
    const noted = [...entries, ...rest.filter(({ kind, key }) => !published.has(`${kind}/${key}`))].map((entry) => {
      const { kind, key } = entry
      const place = `${kind}/${key}`
      const at = published.has(place) ? number : heads.get(place)?.number
      return { kind, key, number: at ?? 0, before: before(entry) }
    })
    if (noted.length > 0) await noteWritten(tx.db, { source, environment: environment.id }, noted)
    for (const { kind, key, document } of rest) {
      // entries hold documents of their kind
      proposed.push({ environment: environment.key, kind, key, base: number ?? base, document } as ProposedEntry)
    }
    if (entries.length > 0 || rest.length > 0) {
      written.push({ environment: environment.key, revision: number, subjects: entries.length })
    }
  }
  return { written, proposed }
}

/** What goes into one environment of an item, which theirs call `name`. */
function entryOf({ kind, key, documents }: Item, name: string | undefined, isNew: boolean): Entry[] {
  const document = name === undefined ? undefined : documents[name]
  // the documents of an item are of its kind
  if (document !== undefined) return [{ kind, key, document } as Entry]
  const [any] = Object.values(documents)
  return isNew && kind === 'flag' && any !== undefined ? [{ kind, key, document: asleep(any as FlagDocument) }] : []
}

/** A flag that is off and leaves everybody the default that the code has: what programs had without it. */
const asleep = ({ key, type, variants, salt, visibleToClients, hashKey }: FlagDocument): FlagDocument => ({
  key,
  type,
  on: false,
  variants,
  offVariant: null,
  prerequisites: [],
  rules: [],
  otherwise: { variant: Object.keys(variants)[0] ?? '' },
  salt,
  visibleToClients,
  ...(hashKey === undefined ? {} : { hashKey }),
})

/** What may be published as it is; where approvals are asked for, what is new, asleep, and the rest for a change. */
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
        entry.kind === 'flag' && entry.document !== null ? { ...entry, document: asleep(entry.document) } : entry,
    )
  const same = new Set(quiet.filter((entry) => entry.kind === 'segment').map(({ key }) => key))
  const rest = entries.filter((entry) => !(entry.kind === 'segment' && same.has(entry.key)))
  return { entries: quiet, rest }
}
