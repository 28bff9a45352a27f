import type { Services } from '../services.ts'
import { keyAccess } from './access.ts'
import { contextOf } from './context.ts'
import { answer, type Exchange, readJson } from './exchange.ts'

/** `POST /ofrep/v1/evaluate/flags/{key}`: one flag for one context, from memory. */
export async function evaluateFlag(services: Services, exchange: Exchange, key: string): Promise<void> {
  const body = readJson(exchange.request)
  const [holder, context] = [await keyAccess(services, exchange), contextOf(await body)]
  const state = await services.states.get(holder.environmentId)
  const visible = holder.kind === 'server' || state.datafile.flags[key]?.visibleToClients === true
  const flag = visible ? (await state.compiled()).flag(key) : undefined
  if (!flag) {
    const errorDetails = `There is no flag "${key}" that this key can read.`
    return answer(exchange, 404, JSON.stringify({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails }))
  }
  const outcome = flag.pick(context, services.now().getTime())
  services.counted(holder.environmentId, outcome)
  answer(exchange, outcome.errorCode === null ? 200 : 400, outcome.json)
}
