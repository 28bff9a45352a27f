import type { Compiled, CompiledFlag } from '../../../shared/engine/compile.ts'
import type { Outcome } from '../../../shared/engine/outcome.ts'
import { SharedBudget } from '../../../shared/engine/shared-budget.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { compiledFor, countSteps, spendClient } from '../../platform/http/ofrep/access.ts'
import type { Exchange } from '../../platform/http/ofrep/exchange.ts'
import { yieldingForEach } from '../../platform/http/ofrep/yielding-for-each.ts'
import type { ProgramServices } from '../../platform/http/services.ts'

/** Evaluations per unit of work with a client key. */
const flagsPerUnit = 500

export type Answer = { readonly flag: FlagDocument; readonly outcome: Outcome }

/** Evaluates all flags that a key may read for one context, with the same budget and counting as OFREP. */
export async function answersFor(
  services: ProgramServices,
  exchange: Exchange,
  holder: SdkKeyHolder,
  context: Context,
): Promise<Answer[]> {
  const { request } = exchange
  const compiled = await compiledFor(services, exchange, holder)
  const flags = flagsFor(compiled, holder.kind)
  const units = Math.floor(flags.length / flagsPerUnit)
  if (holder.kind === 'client' && units > 0)
    spendClient(services, services.proxies.networkOf(request.raw), holder, units)
  const nowMs = services.now().getTime()
  const budget = new SharedBudget()
  const answers: Answer[] = []
  await yieldingForEach(flags, ([flag, ready]) => {
    const outcome = budget.pick(ready, context, nowMs)
    services.overBudget.note(holder.environmentId, outcome)
    answers.push({ flag, outcome })
  })
  countSteps(services, request, holder, budget)
  return answers
}

function flagsFor(compiled: Compiled, kind: SdkKeyHolder['kind']): [FlagDocument, CompiledFlag][] {
  return Object.values(compiled.datafile.flags).flatMap((flag): [FlagDocument, CompiledFlag][] => {
    const ready = kind === 'server' || flag.visibleToClients ? compiled.flag(flag.key) : undefined
    return ready === undefined ? [] : [[flag, ready]]
  })
}
