import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SwitchFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Revision } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { withoutEndedRuns } from '../publishing/measured-rules.ts'
import { publish } from '../publishing/publish.ts'
import { headsOf, lastDocument } from '../publishing/queries.ts'
import { getFlag } from './get-flag.ts'

/**
 * Turns a flag on or off in one environment without changing the rest of its document. A flag that a restore removed
 * from the environment returns with its last document there. Throws `flag/archived`.
 */
export async function switchFlag(
  ctx: EnvironmentCtx,
  input: SwitchFlagInput & { message?: string },
): Promise<Revision> {
  const flag = await getFlag(ctx, input.flag)
  if (flag.archivedAt) throw new FanionError('flag/archived', { flag: flag.key })
  const document = { ...(await documentOf(ctx, flag.key)), on: input.on }
  const message = input.message ?? `Turned ${flag.key} ${input.on ? 'on' : 'off'} in ${ctx.environment.name}`
  return publish(ctx, { base: input.base, message, entries: [{ kind: 'flag', key: flag.key, document }] })
}

async function documentOf({ db, environment }: EnvironmentCtx, key: string): Promise<FlagDocument> {
  const subject = { kind: 'flag' as const, key }
  const [head] = await headsOf(db, environment, [subject])
  // its runs ended when it was removed
  const document = head?.document ?? withoutEndedRuns(new Set(), (await lastDocument(db, environment, subject)) ?? null)
  if (!document) {
    throw new FanionError('flag/not-found', { flag: key }, `Flag "${key}" has never been in ${environment.name}.`)
  }
  // Safe cast: this is a flag's head.
  return document as FlagDocument
}
