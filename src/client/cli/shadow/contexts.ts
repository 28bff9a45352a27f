import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { boundedJson } from '../../../shared/bounded-text.ts'
import type { FormatName } from '../../../shared/vendors/exporting/formats.ts'
import { CliError, UsageError } from '../cli-error.ts'
import type { Env } from '../command.ts'
import { withFile } from '../file-error.ts'
import { shownPath } from '../shown.ts'
import { type Answers, endpoints, type Question } from './endpoints.ts'

/** How often both sides agreed on a flag, and the first context where they did not. */
type Tally = {
  readonly flag: string
  same: number
  different: number
  example?: { readonly context: unknown; readonly theirs: string | null; readonly ours: string | null }
}

export type ContextComparison = { readonly contexts: number; readonly flags: readonly Tally[] }

const mostContexts = 10_000
/** At most 20 requests per second to each side. */
const pauseMs = 50
const answerMs = 30_000

/** Reads contexts from a file: a JSON array, or one per line. */
export function contextsIn(file: string): unknown[] {
  const text = withFile(file, 'read', () => readFileSync(file, 'utf8'))
  const parsed = (part: string): unknown => {
    try {
      return JSON.parse(part)
    } catch {
      throw new UsageError(`${shownPath(file)} has no contexts: write one in JSON on each line.`)
    }
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const all = text.trimStart().startsWith('[') ? parsed(text) : lines.map(parsed)
  const contexts = Array.isArray(all) ? all : []
  if (contexts.length === 0 || contexts.some((one) => typeof one !== 'object' || one === null || Array.isArray(one)))
    throw new UsageError(`${shownPath(file)} has no contexts: write one in JSON on each line.`)
  if (contexts.length > mostContexts)
    throw new UsageError(`At most ${mostContexts} contexts are allowed; ${shownPath(file)} has more.`)
  return contexts
}

type ComparedEndpoint = { readonly address: string; readonly headers: Record<string, string>; readonly title: string }

/**
 * Evaluates every context on both sides, one at a time, and compares the results flag by flag. For systems that return
 * all flags, those that only this server has are ignored. For systems that return only enabled flags, a missing flag
 * counts as off.
 */
export async function compareContexts(
  format: FormatName,
  contexts: readonly unknown[],
  sides: { readonly theirs: ComparedEndpoint; readonly ours: ComparedEndpoint; readonly env: Env },
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<ContextComparison> {
  const { theirs, ours, read, absent } = endpoints[format]
  const tallies = new Map<string, Tally>()
  for (const [at, context] of contexts.entries()) {
    if (at > 0) await pause(pauseMs)
    const [told, said] = await Promise.all([
      answersOf(sides.theirs, theirs(context, sides.env), read),
      answersOf(sides.ours, ours(context), read),
    ])
    const names = absent === undefined ? told.keys() : new Set([...told.keys(), ...said.keys()])
    for (const flag of names) {
      const [a, b] = [told.get(flag) ?? absent ?? null, said.get(flag) ?? absent ?? null]
      const tally = tallies.get(flag) ?? { flag, same: 0, different: 0 }
      tallies.set(flag, tally)
      if (a === b) tally.same += 1
      else {
        tally.different += 1
        tally.example ??= { context, theirs: a, ours: b }
      }
    }
  }
  return { contexts: contexts.length, flags: [...tallies.values()].toSorted((a, b) => (a.flag < b.flag ? -1 : 1)) }
}

async function answersOf(
  side: ComparedEndpoint,
  question: Question,
  read: (answer: unknown) => Answers | null,
): Promise<Answers> {
  const { address, headers, title } = side
  const { method, path, body } = question
  const { origin } = new URL(address)
  let response: Response
  try {
    // Follows no redirects, so that the key is sent to no other host.
    response = await fetch(`${address.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new CliError(`${title} doesn’t answer at ${origin}.`)
  }
  if (!response.ok)
    throw new CliError(`${title} answered ${response.status} at ${origin}. Check the address and the key.`)
  const answers = read(await boundedJson(response).catch(() => undefined))
  if (answers === null) throw new CliError(`What ${title} answered at ${origin} isn’t what its SDKs are answered.`)
  return answers
}
