import { z } from 'zod'
import type { GuardData } from '../../../../shared/features/ramps/guard-question.ts'
import { limits } from '../../../../shared/limits.ts'
import { version } from '../../../../shared/version.ts'
import type { PrivateAddressAllowance } from '../../../platform/outbound/allowance.ts'
import { OutboundError, request } from '../../../platform/outbound/request.ts'
import { signedHeaders } from '../../webhooks/signature.ts'

/** A guard source to query. `secret` is decrypted. */
export type GuardSourceAccess = {
  readonly url: string
  readonly secret: string | null
  readonly allowPrivate: PrivateAddressAllowance
}

/** Values of `{{flag}}` and the other placeholders. */
export type Placeholders = Readonly<Record<'flag' | 'environment' | 'run' | 'variant' | 'share', string>>

const unknown = (problem: string): GuardData => ({ kind: 'unknown', problem })
const agent = { 'user-agent': `Fanion/${version}`, accept: 'application/json' }

/** A query with its placeholders filled in, escaped for PromQL strings. */
export const fillPlaceholders = (query: string, values: Placeholders): string =>
  query.replace(/\{\{(flag|environment|run|variant|share)\}\}/g, (_, name: keyof Placeholders) =>
    values[name].replace(/[\\"'`]/g, '\\$&'),
  )

const sample = z.tuple([z.number(), z.string()])
const PrometheusAnswer = z.object({
  status: z.literal('success'),
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('scalar'), result: sample }),
    z.object({ resultType: z.literal('vector'), result: z.array(z.object({ value: sample })) }),
  ]),
})

/** Queries a Prometheus for one current number. */
export async function queryPrometheus(
  { url, secret, allowPrivate }: GuardSourceAccess,
  query: string,
): Promise<GuardData> {
  const asked = new URL(url.replace(/\/+$/, '') + '/api/v1/query')
  asked.searchParams.set('query', query)
  const headers = { ...agent, ...(secret !== null && { authorization: `Bearer ${secret}` }) }
  const answer = await sent({ url: asked.href, method: 'GET', headers, allowPrivate })
  if ('problem' in answer) return unknown(answer.problem)
  const parsed = PrometheusAnswer.safeParse(answer.json)
  if (!parsed.success) return unknown('The answer is none of a Prometheus: one number was asked for.')
  const { data } = parsed.data
  const samples = data.resultType === 'scalar' ? [data.result] : data.result.map(({ value }) => value)
  if (samples.length !== 1) return unknown(`The query has ${samples.length} results; it takes one.`)
  const value = Number(samples[0]?.[1])
  return Number.isFinite(value) ? { kind: 'value', value } : unknown('The query has no number now.')
}

const VerdictAnswer = z.object({ verdict: z.enum(['go', 'wait', 'stop']), reason: z.string().nullish() })
const reasonLength = 200

/** Queries a verdict service about a ramp: go, wait or stop. The request is signed like a webhook. */
export async function queryVerdictService(
  { url, secret, allowPrivate }: GuardSourceAccess,
  { id, at, question }: { id: string; at: Date; question: object },
): Promise<GuardData> {
  const body = JSON.stringify(question)
  const headers = {
    ...agent,
    ...(secret !== null && signedHeaders(secret, `msg_${id}`, at, body)),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  const answer = await sent({ url, method: 'POST', headers, body, allowPrivate })
  if ('problem' in answer) return unknown(answer.problem)
  const parsed = VerdictAnswer.safeParse(answer.json)
  if (!parsed.success) return unknown('The answer has no verdict: go, wait or stop.')
  const { verdict, reason } = parsed.data
  return { kind: 'verdict', verdict, reason: reason?.slice(0, reasonLength) ?? null }
}

type GuardSourceRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  allowPrivate: PrivateAddressAllowance
}

async function sent(asked: GuardSourceRequest): Promise<{ json: unknown } | { problem: string }> {
  try {
    const { status, body } = await request({ ...asked, timeoutMs: limits.guardTimeoutMs })
    if (status < 200 || status > 299) return { problem: `It responded with ${status}.` }
    return { json: JSON.parse(body) }
  } catch (error) {
    if (error instanceof OutboundError) return { problem: error.message }
    if (error instanceof SyntaxError) return { problem: 'The answer is no JSON.' }
    throw error
  }
}
