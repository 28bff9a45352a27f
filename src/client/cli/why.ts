import { explain } from '../../shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../shared/engine/optional-modules.ts'
import type { Context } from '../../shared/schemas/context.ts'
import { reasonPhrase, traceLines } from '../../shared/text/explain/explanation.ts'
import { UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { flagOf } from './flag-of.ts'
import { readDeclarations } from './read-declarations.ts'
import { sourceOf } from './source.ts'

/**
 * Runs `fanion why`: evaluates a flag for a context and explains each step. Evaluates locally, so it is not counted as
 * an evaluation.
 */
export async function why(asked: CommandInput): Promise<CommandOutput> {
  const [key = '', ...words] = asked.args
  const context = contextOf(words)
  const { datafile } = await readDeclarations(sourceOf(asked))
  const flag = flagOf(datafile, key)
  const profiles = await loadModules(modulesNeeded(datafile))
  const explanation = explain(datafile, key, context, Date.now(), undefined, profiles)
  const { value, variant, reason, errorCode } = explanation.outcome
  const answer = value === undefined ? "the program's own default" : JSON.stringify(value)
  const lines = traceLines(explanation, flag).map(({ mark, depth, words: said, actual }) => {
    const sign = { held: '✓', failed: '✗', unknown: '?', answer: '→', note: '·' }[mark]
    return `  ${'  '.repeat(depth)}${sign} ${said}${actual === null ? '' : `   (${actual})`}`
  })
  const { project, environment, revision } = datafile
  return {
    text: [
      `${key} is ${answer}${variant === null ? '' : ` (${variant})`}: ${reasonPhrase(explanation, flag)}`,
      ...lines,
    ].join('\n'),
    json: { project, environment, revision, flag: key, context, value: value ?? null, variant, reason, errorCode },
  }
}

/**
 * Parses a context: `'{"targetingKey":"user-1"}'`, or `user-1 country=NO age=30`. Values that are valid JSON are
 * parsed.
 */
export function contextOf(words: readonly string[]): Context {
  const [first] = words
  if (first?.trimStart().startsWith('{')) {
    const json = parsed(words.join(' '))
    if (typeof json === 'object' && json !== null) return { ...json }
    throw new UsageError('The context isn’t a JSON object; write one such as \'{"targetingKey":"user-1"}\'.')
  }
  const pairs: [string, unknown][] = words.map((word, at) => {
    const sign = word.indexOf('=')
    if (sign > 0) return [word.slice(0, sign), valueOf(word.slice(sign + 1))]
    if (at === 0) return ['targetingKey', word]
    throw new UsageError('The context is a targeting key, then attributes such as country=NO; or one JSON object.')
  })
  return Object.fromEntries(pairs)
}

const valueOf = (text: string): unknown => {
  const json = parsed(text)
  return json === undefined ? text : json
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
