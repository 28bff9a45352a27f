import { type AgentCalls, recordAgentCalls } from '../../features/audit/record-agent-calls.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Ctx, Origin } from '../kernel/ctx.ts'

const everyMs = 60_000
/** Distinct (token, project) pairs to buffer before an early flush. */
const keptAtMost = 1_000

type Call = {
  readonly actor: Actor
  readonly origin: Origin
  readonly project: string | null
  readonly tool: string
}

/**
 * Aggregates the calls of agents in memory and writes them to the audit log once a minute and on close. Agents call
 * often, and reads through them should cost no more than reads over the API.
 */
export class AgentCallCounts {
  readonly #ctx: Ctx
  #calls = new Map<string, Omit<AgentCalls, 'tools'> & { readonly tools: Record<string, number> }>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** Counts a call of a tool with a token, for a project. */
  note({ actor, origin, project, tool }: Call): void {
    const key = `${actor.id} ${project ?? ''}`
    const known = this.#calls.get(key) ?? { actor, origin, project, tools: {} }
    this.#calls.set(key, known)
    known.tools[tool] = (known.tools[tool] ?? 0) + 1
    if (this.#calls.size >= keptAtMost) void this.tell()
  }

  start(): void {
    this.#timer = setInterval(() => void this.tell(), everyMs).unref()
  }

  /** Writes the aggregated calls to the audit log. */
  tell(): Promise<void> {
    const taken = this.#calls
    this.#calls = new Map()
    this.#round = this.#round.then(() => this.#record([...taken.values()]))
    return this.#round
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.tell()
  }

  async #record(all: readonly AgentCalls[]): Promise<void> {
    for (const calls of all) {
      try {
        await recordAgentCalls(this.#ctx, calls)
      } catch (error) {
        this.#ctx.log.warn({ error: String(error) }, 'what an agent asked cannot be put into the audit trail now')
      }
    }
  }
}
