import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SwitchFlagInput } from '../../../shared/schemas/flag-view.ts'
import type { Revision } from '../../../shared/schemas/revision.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { publish } from '../revisions/publish.ts'
import { headsOf } from '../revisions/queries.ts'
import { getFlag } from './get-flag.ts'

/** Turns a flag on or off in one environment; everything else of its document stays. */
export async function switchFlag(
  ctx: EnvironmentCtx,
  input: SwitchFlagInput & { message?: string },
): Promise<Revision> {
  const flag = await getFlag(ctx, input.flag)
  const [head] = await headsOf(ctx.db, ctx.environment, [{ kind: 'flag', key: flag.key }])
  if (!head) throw new FanionError('flag/archived', { flag: flag.key })
  // the head asked for is a flag's
  const document = { ...(head.document as FlagDocument), on: input.on }
  const message = input.message ?? `Turned ${flag.key} ${input.on ? 'on' : 'off'} in ${ctx.environment.name}`
  return publish(ctx, { base: input.base, message, entries: [{ kind: 'flag', key: flag.key, document }] })
}
