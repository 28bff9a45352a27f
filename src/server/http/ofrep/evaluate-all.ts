import { createHash } from 'node:crypto'
import type { CompiledFlag } from '../../../shared/engine/compile.ts'
import type { EnvironmentState } from '../../live/environment-state.ts'
import type { Services } from '../services.ts'
import { keyAccess } from './access.ts'
import { contextOf } from './context.ts'
import { answer, type Exchange, readJson } from './exchange.ts'
import { ticketFor } from './ticket.ts'

/** `POST /ofrep/v1/evaluate/flags`: every flag the key may read for one context; 304 where the answers are the same. */
export async function evaluateAll(services: Services, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const body = readJson(request)
  const [holder, context] = [await keyAccess(services, exchange), contextOf(await body)]
  const state = await services.states.get(holder.environmentId)
  const nowMs = services.now().getTime()
  let answers = ''
  for (const flag of await flagsFor(state, holder.kind)) answers += (answers && ',') + flag.pick(context, nowMs).json
  const etag = `"${createHash('sha1').update(answers).digest('base64url')}"`
  response.setHeader('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return void response.writeHead(304).end()
  const url = `${services.publicUrl()}/ofrep/v1/stream?ticket=${ticketFor(services, holder)}`
  const eventStreams = JSON.stringify([{ type: 'sse', url, inactivityDelaySec: 120 }])
  answer(exchange, 200, `{"flags":[${answers}],"eventStreams":${eventStreams}}`)
}

type Readable = { server: CompiledFlag[]; client: CompiledFlag[] }
const readable = new WeakMap<object, Readable>()

/** The compiled flags a kind of key may read, ordered by key; listed once a revision. */
async function flagsFor(state: EnvironmentState, kind: 'server' | 'client'): Promise<CompiledFlag[]> {
  const compiled = await state.compiled()
  let lists = readable.get(compiled)
  if (!lists) {
    lists = { server: [], client: [] }
    for (const [key, { visibleToClients }] of Object.entries(compiled.datafile.flags)) {
      const flag = compiled.flag(key)
      if (!flag) continue
      lists.server.push(flag)
      if (visibleToClients) lists.client.push(flag)
    }
    readable.set(compiled, lists)
  }
  return lists[kind]
}
