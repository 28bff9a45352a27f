import type { z } from 'zod'
import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { checkSchema } from '../flags/check-schema.ts'
import { dormantDocument } from '../flags/dormant-document.ts'
import { makeFlagRow } from '../flags/make-flag-row.ts'
import { firstPublishableEntry } from '../publishing/first-publishable-entry.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { makeSegmentRow } from '../segments/make-segment-row.ts'

type Input = z.output<typeof ApplyFilesInput>
type TxCtx = ProjectCtx & { readonly db: Tx }

export async function insertFileSubjects(tx: TxCtx, { flags, segments }: Input): Promise<void> {
  for (const flag of flags) await makeFlagRow(tx, flag, flag)
  for (const segment of segments) await makeSegmentRow(tx, segment, segment)
  // after all rows, because it locks environments
  for (const { key, schema } of flags) if (schema !== null) await checkSchema(tx, key, schema)
}

/**
 * Adds new flags and segments to all environments without changing any user's value: flags are off and serve nothing of
 * their own, segments are empty. If even that could change a value, it is left to a change. Returns the entries, with
 * those of new subjects rebased onto that revision.
 */
export async function introduceNewSubjects(tx: TxCtx, input: Input): Promise<Input['entries']> {
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
    quiet.push(...(await firstPublishableEntry(ctx, [{ kind: 'segment', key, document }])))
  }
  for (const { key } of flags) {
    const own = entries.filter((entry) => entry.kind === 'flag' && entry.key === key && entry.document !== null)
    // A flag's entries have flag documents. Uses the values of this environment, or else of the first that has any.
    const here = own.find(({ environment }) => environment === ctx.environment.key) ?? own[0]
    const document = here?.document as FlagDocument | undefined
    if (document)
      quiet.push(...(await firstPublishableEntry(ctx, [{ kind: 'flag', key, document: dormantDocument(document) }])))
  }
  return quiet
}
