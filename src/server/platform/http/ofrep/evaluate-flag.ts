import { ofrepJson } from '../../../../shared/engine/ofrep-json.ts'
import { SharedBudget } from '../../../../shared/engine/shared-budget.ts'
import { type MaybePromise, thenMaybe } from '../../kernel/maybe-promise.ts'
import type { ProgramServices } from '../services.ts'
import { compiledFor, countSteps, keyAccess } from './access.ts'
import { withContext } from './context.ts'
import { answer, type Exchange } from './exchange.ts'

/** `POST /ofrep/v1/evaluate/flags/{key}`: evaluates one flag for one context, in memory. */
export const evaluateFlag = (services: ProgramServices, exchange: Exchange, key: string): MaybePromise<void> =>
  thenMaybe(keyAccess(services, exchange), (holder) =>
    withContext(exchange, (context) =>
      thenMaybe(compiledFor(services, exchange, holder), (compiled) => {
        const visible = holder.kind === 'server' || compiled.datafile.flags[key]?.visibleToClients === true
        const flag = visible ? compiled.flag(key) : undefined
        if (!flag) {
          const errorDetails = `Flag "${key}" doesn’t exist, or this key can’t read it.`
          return answer(services, exchange, 404, JSON.stringify({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails }))
        }
        const budget = new SharedBudget()
        const outcome = budget.pick(flag, context, services.now().getTime())
        countSteps(services, exchange.request, holder, budget)
        services.overBudget.note(holder.environmentId, outcome)
        services.counted(holder.environmentId, outcome)
        services.exposed(holder.environmentId, outcome, context)
        answer(services, exchange, outcome.errorCode === null ? 200 : 400, ofrepJson(outcome))
      }),
    ),
  )
