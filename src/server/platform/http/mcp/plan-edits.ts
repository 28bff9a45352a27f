import type { z } from 'zod'
import { refusalOf } from '../../../../shared/datafile/problems.ts'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import { validateEnvironment } from '../../../../shared/datafile/validate-environment.ts'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ProposedEntry } from '../../../../shared/features/changes/schemas/change.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { proverOf } from '../../kernel/ctx.ts'
import { withCachedProofs, withProofs } from '../../threads/patterns/with-proofs.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'
import type { Ask } from './ask.ts'
import { applyEdit, type Edits } from './edits.ts'

/** Procedures that planning calls. */
export const planningProcedures = ['projects.get', 'flags.get', 'history.asOf'] as const

/** An environment before and after the edits, with the entries of the change that would apply them. */
export type PlannedEdit = {
  readonly environment: string
  readonly entries: readonly Extract<ProposedEntry, { kind: 'flag' }>[]
  readonly before: Datafile
  readonly after: Datafile
}

type Input = { readonly project: string; readonly edits: z.output<typeof Edits> }

/**
 * Applies edits to the current state of each environment they name. Throws whatever a publish would reject: unparsable
 * rules, invalid documents, unproven patterns. Stores nothing.
 */
export async function planEdits(
  ask: Ask<(typeof planningProcedures)[number]>,
  { project, edits }: Input,
  ctx: TrpcCtx,
): Promise<PlannedEdit[]> {
  const { dialect } = await ask('projects.get', { project })
  const environments = new Map<string, { key: string; base: number; document: FlagDocument }[]>()
  for (const [index, edit] of edits.entries()) {
    const page = await ask('flags.get', { project, flag: edit.flag })
    if (page.flag.archivedAt !== null) throw new FanionError('flag/archived')
    const environment = page.environments.find(({ key }) => key === edit.environment)
    if (!environment) throw new FanionError('environment/not-found')
    const head = page.heads[edit.environment]
    if (!head) throw new FanionError('flag/not-found')
    if (edit.seen !== undefined && edit.seen !== head.revision)
      throw new FanionError('revision/stale', { flag: edit.flag, revision: head.revision })
    const around = { dialect, newId: ctx.newId, path: `edits[${index}]` }
    const entry = { key: edit.flag, base: environment.revision, document: applyEdit(head.document, edit, around) }
    environments.set(edit.environment, [...(environments.get(edit.environment) ?? []), entry])
  }
  const plans: PlannedEdit[] = []
  for (const [environment, entries] of environments) {
    const subjects = entries.flatMap(({ key, document }) => [
      { kind: 'flag' as const, key },
      ...referencesOf(document).map((one) => ({ kind: one.kind, key: one.key })),
    ])
    const before = await ask('history.asOf', { project, environment, subjects, dependents: true })
    const documents = Object.fromEntries(entries.map(({ key, document }) => [key, document]))
    const after = { ...before, flags: { ...before.flags, ...documents } }
    await withProofs(proverOf(ctx), async () => {
      const problems = withCachedProofs((prove) =>
        validateEnvironment(after, { changed: { flags: Object.keys(documents), segments: [] }, prove }),
      )
      const refusal = refusalOf(problems)
      if (refusal) throw refusal
    })
    const proposed = entries.map((entry) => ({ kind: 'flag' as const, environment, ...entry }))
    plans.push({ environment, entries: proposed, before, after })
  }
  return plans
}
