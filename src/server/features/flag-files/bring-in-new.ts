import type { z } from 'zod'
import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { asleep } from '../flags/asleep.ts'
import { checkSchema } from '../flags/check-schema.ts'
import { makeFlagRow } from '../flags/make-flag-row.ts'
import { firstAllowed } from '../publishing/first-allowed.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { makeSegmentRow } from '../segments/make-segment-row.ts'

type Input = z.output<typeof ApplyFilesInput>
type TxCtx = ProjectCtx & { readonly db: Tx }

/** Makes the rows of what is new. */
export async function makeRows(tx: TxCtx, { flags, segments }: Input): Promise<void> {
  for (const flag of flags) await makeFlagRow(tx, flag, flag)
  for (const segment of segments) await makeSegmentRow(tx, segment, segment)
  // behind all rows, since environments are locked for it
  for (const { key, schema } of flags) if (schema !== null) await checkSchema(tx, key, schema)
}

/**
 * Brings what is new into every environment so that nobody's answer changes: flags off and without an answer of their own,
 * segments with nobody in them; where even that may change an answer it stays away until a change brings it. Answers the
 * entries, those of what is new standing on that.
 */
export async function bringInNew(tx: TxCtx, input: Input): Promise<Input['entries']> {
  const { flags, segments, entries } = input
  if (flags.length + segments.length === 0) return entries
  const environments = await proveEnvironments(tx.db, tx.project)
  const what = [
    ...(flags.length > 0 ? [counted(flags.length, 'flag')] : []),
    ...(segments.length > 0 ? [counted(segments.length, 'segment')] : []),
  ]
  await publishEverywhere(tx, environments, `Created ${what.join(' and ')} from files`, (environment) =>
    quietIn({ ...tx, environment }, input),
  )
  const made = new Set([...flags.map(({ key }) => `flag ${key}`), ...segments.map(({ key }) => `segment ${key}`)])
  const heads = new Map<string, number>()
  for (const environment of environments) heads.set(environment.key, await headNumberOf(tx.db, environment))
  return entries.map((entry) =>
    made.has(`${entry.kind} ${entry.key}`) ? { ...entry, base: heads.get(entry.environment) ?? entry.base } : entry,
  )
}

async function quietIn(ctx: EnvironmentCtx, { flags, segments, entries }: Input): Promise<Entry[]> {
  const quiet: Entry[] = []
  for (const { key } of segments) {
    const document = { key, included: [], excluded: [], when: null }
    quiet.push(...(await firstAllowed(ctx, [{ kind: 'segment', key, document }])))
  }
  for (const { key } of flags) {
    const own = entries.filter((entry) => entry.kind === 'flag' && entry.key === key && entry.document !== null)
    // a flag's entries hold flag documents; its values are those of this environment, or of any
    const here = own.find(({ environment }) => environment === ctx.environment.key) ?? own[0]
    const document = here?.document as FlagDocument | undefined
    if (document) quiet.push(...(await firstAllowed(ctx, [{ kind: 'flag', key, document: asleep(document) }])))
  }
  return quiet
}
