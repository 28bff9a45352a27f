import type { Compiled, CompiledFlag } from '../../../../shared/engine/compile.ts'
import { SharedBudget } from '../../../../shared/engine/shared-budget.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { type MaybePromise, thenMaybe } from '../../kernel/maybe-promise.ts'
import type { ProgramServices } from '../services.ts'
import { compiledFor, countSteps, keyAccess, spendClient } from './access.ts'
import { withContext } from './context.ts'
import { answer, answerUnchanged, type Exchange } from './exchange.ts'
import { PieceSequence, responsePieceOf } from './piece.ts'
import { ticketFor } from './ticket.ts'
import { yieldingForEach } from './yielding-for-each.ts'

/**
 * `POST /ofrep/v1/evaluate/flags`: evaluates all flags that the key may read for one context. 304 if the results are
 * unchanged.
 */
export const evaluateAll = (services: ProgramServices, exchange: Exchange): MaybePromise<void> =>
  thenMaybe(keyAccess(services, exchange), (holder) =>
    withContext(exchange, (context) =>
      thenMaybe(compiledFor(services, exchange, holder), (compiled) => {
        const nowMs = services.now().getTime()
        const row = new PieceSequence()
        const flags = flagsFor(compiled, holder.kind)
        // The request itself is already counted.
        const units = Math.floor(flags.length / flagsPerUnit)
        if (holder.kind === 'client' && units > 0) {
          spendClient(services, services.proxies.networkOf(exchange.request.raw), holder, units)
        }
        const budget = new SharedBudget()
        const ask = (flag: CompiledFlag) => {
          const outcome = budget.pick(flag, context, nowMs)
          services.overBudget.note(holder.environmentId, outcome)
          row.add(responsePieceOf(outcome))
        }
        return thenMaybe(yieldingForEach(flags, ask), () => {
          countSteps(services, exchange.request, holder, budget)
          const { etag } = row
          exchange.reply.raw.setHeader('etag', etag)
          if (exchange.request.headers['if-none-match']?.includes(etag)) return answerUnchanged(services, exchange)
          const ends = endsFor(services, holder)
          answer(services, exchange, 200, ends.before + row.json + ends.after, ends.bytes + row.bytes)
        })
      }),
    ),
  )

/** Evaluations per unit of work with a client key. */
const flagsPerUnit = 500

type ReadableFlags = { readonly server: CompiledFlag[]; readonly client: CompiledFlag[] }
const readable = new WeakMap<Compiled, ReadableFlags>()

/** Returns the compiled flags that a kind of key may read, ordered by key. Computed once per revision. */
function flagsFor(compiled: Compiled, kind: SdkKeyHolder['kind']): CompiledFlag[] {
  const listed = readable.get(compiled) ?? list(compiled)
  readable.set(compiled, listed)
  return listed[kind]
}

function list(compiled: Compiled): ReadableFlags {
  const lists: ReadableFlags = { server: [], client: [] }
  for (const [key, { visibleToClients }] of Object.entries(compiled.datafile.flags)) {
    const flag = compiled.flag(key)
    if (!flag) continue
    lists.server.push(flag)
    if (visibleToClients) lists.client.push(flag)
  }
  return lists
}

type ResponseEnds = { readonly ticket: string; readonly before: string; readonly after: string; readonly bytes: number }
const ends = new Map<string, ResponseEnds>()

/** The parts of the response around the results. They are the same for every caller with a key for a day. */
function endsFor(services: ProgramServices, holder: SdkKeyHolder): ResponseEnds {
  const ticket = ticketFor(services, holder)
  const known = ends.get(holder.keyId)
  if (known?.ticket === ticket) return known
  const url = `${services.publicUrl()}/ofrep/v1/stream?ticket=${ticket}&heartbeat=${limits.streamHeartbeatMs / 1_000}`
  const eventStreams = JSON.stringify([{ type: 'sse', url, inactivityDelaySec: 120 }])
  const [before, after] = ['{"flags":[', `],"eventStreams":${eventStreams}}`]
  const made: ResponseEnds = { ticket, before, after, bytes: Buffer.byteLength(before) + Buffer.byteLength(after) }
  ends.set(holder.keyId, made)
  return made
}
