import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { toFanionError } from '../to-fanion-error.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'
import { type Ask, createAsk, type ProcedureName } from './ask.ts'
import { markUntrusted, type ToolData, untrustedText } from './mark-untrusted.ts'

/** A tool's result. `notes` are texts from Fanion; they contain no user text except keys. */
type Answer = { readonly data: ToolData; readonly notes?: readonly string[] }

/** A tool for agents. It is read-only unless `proposes` is set. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Procedures that the tool calls. Callers need the permissions of each. */
  readonly uses: readonly ProcedureName[]
  readonly proposes: boolean
  readonly run: (ctx: TrpcCtx, input: unknown) => Promise<Answer>
}

type ToolDefinition<P extends ProcedureName, I extends z.ZodObject> = Omit<
  Tool,
  'uses' | 'input' | 'run' | 'proposes'
> & {
  readonly proposes?: true
  readonly input: I
  readonly uses: readonly P[]
  readonly answer: (ask: Ask<P>, input: z.output<I>, ctx: TrpcCtx) => Promise<Answer>
}

/** Defines a tool whose input is validated and which can call only the procedures it lists. */
export const tool = <P extends ProcedureName, I extends z.ZodObject>({
  answer,
  proposes = false as never,
  ...rest
}: ToolDefinition<P, I>): Tool => ({
  ...rest,
  proposes,
  run: async (ctx, input) => answer(createAsk(ctx, rest.uses, proposes), rest.input.parse(input), ctx),
})

type Result = { content: { type: 'text'; text: string }[]; isError?: true }

const result = (value: object): Result => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

/** Runs a tool. Errors become results with their code; their messages may quote names, marked as data. */
export async function runTool({ name, run }: Tool, ctx: TrpcCtx, input: unknown): Promise<Result> {
  try {
    const { data, notes = [] } = await run(ctx, input)
    return result({ ...(notes.length > 0 ? { notes } : {}), data: markUntrusted(data) })
  } catch (error) {
    const refusal = toFanionError(error, input)
    const { requestId } = ctx.origin
    // Unexpected errors of procedures are already logged.
    if (refusal.code === 'server/internal' && !(error instanceof TRPCError))
      ctx.log.error({ requestId, tool: name, error: String(error) }, 'a tool failed')
    return { ...result({ error: refused(refusal, requestId) }), isError: true }
  }
}

const refused = ({ code, message, details }: FanionError, requestId: string): object => ({
  code,
  message: markUntrusted(untrustedText(message)),
  // Safe cast: details are JSON. HTTP responses include them in full.
  details: markUntrusted(JSON.parse(JSON.stringify(details)) as ToolData),
  requestId,
})
