import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { toFanionError } from '../to-fanion-error.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'
import { type Ask, askWith, type ProcedureName } from './ask.ts'
import { type Data, marked, said } from './marked.ts'

/** What a tool comes to. `notes` are words of ours about it, in which nothing stands that people wrote but keys. */
type Answer = { readonly data: Data; readonly notes?: readonly string[] }

/** What an agent can do here. Without `proposes` it changes nothing. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** The procedures that it asks; whoever may not call each of them is refused as they would be there. */
  readonly uses: readonly ProcedureName[]
  readonly proposes: boolean
  readonly run: (ctx: TrpcCtx, input: unknown) => Promise<Answer>
}

type Said<P extends ProcedureName, I extends z.ZodObject> = Omit<Tool, 'uses' | 'input' | 'run' | 'proposes'> & {
  readonly proposes?: true
  readonly input: I
  readonly uses: readonly P[]
  readonly answer: (ask: Ask<P>, input: z.output<I>, ctx: TrpcCtx) => Promise<Answer>
}

/** A tool whose input is checked, and which asks nothing but the procedures it names. */
export const tool = <P extends ProcedureName, I extends z.ZodObject>({
  answer,
  proposes = false as never,
  ...rest
}: Said<P, I>): Tool => ({
  ...rest,
  proposes,
  run: async (ctx, input) => answer(askWith(ctx, rest.uses, proposes), rest.input.parse(input), ctx),
})

type Result = { content: { type: 'text'; text: string }[]; isError?: true }

const result = (value: object): Result => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

/** Runs a tool. A refusal is an answer, too: with its code, and sentences that may quote names as data. */
export async function runTool({ name, run }: Tool, ctx: TrpcCtx, input: unknown): Promise<Result> {
  try {
    const { data, notes = [] } = await run(ctx, input)
    return result({ ...(notes.length > 0 ? { notes } : {}), data: marked(data) })
  } catch (error) {
    const refusal = toFanionError(error, input)
    const { requestId } = ctx.origin
    // the procedures have logged what nobody foresaw of them
    if (refusal.code === 'server/internal' && !(error instanceof TRPCError))
      ctx.log.error({ requestId, tool: name, error: String(error) }, 'a tool failed')
    return { ...result({ error: refused(refusal, requestId) }), isError: true }
  }
}

const refused = ({ code, message, details }: FanionError, requestId: string): object => ({
  code,
  message: marked(said(message)),
  // details are JSON, which an answer over HTTP sends whole
  details: marked(JSON.parse(JSON.stringify(details)) as Data),
  requestId,
})
